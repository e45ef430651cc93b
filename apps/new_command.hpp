// The command `new`: writes a plug-in to start from, with its tests.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace costruct {

/// Adds the command to the program, as a CommandDeclaration does.
void declare_new(CLI::App& program, std::function<int()>& action);

}  // namespace costruct
