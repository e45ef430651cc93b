// The command `vectors`: learns vectors of words from raw text.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace costruct {

/// Adds the command to the program, as a CommandDeclaration does.
void declare_vectors(CLI::App& program, std::function<int()>& action);

}  // namespace costruct
