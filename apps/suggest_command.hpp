// The command `suggest`: finds the examples whose labels would teach a model most.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace costruct {

/// Adds the command to the program, as a CommandDeclaration does.
void declare_suggest(CLI::App& program, std::function<int()>& action);

}  // namespace costruct
