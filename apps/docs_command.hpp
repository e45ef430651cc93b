// The command `docs`: opens the documentation, made as pages, in a browser.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace costruct {

/// Declares the command. A CommandDeclaration (command.hpp).
void declare_docs(CLI::App& program, std::function<int()>& action);

}  // namespace costruct
