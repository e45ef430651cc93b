// Declarations of the subcommands of the program costruct. Each is a CommandDeclaration
// (command.hpp): it adds the command to `program`, and the command's callback stores in `action`
// what the command does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace costruct {

void declare_convert(CLI::App& program, std::function<int()>& action);
void declare_docs(CLI::App& program, std::function<int()>& action);
void declare_evaluate(CLI::App& program, std::function<int()>& action);
void declare_init(CLI::App& program, std::function<int()>& action);
void declare_new(CLI::App& program, std::function<int()>& action);
void declare_predict(CLI::App& program, std::function<int()>& action);
void declare_run(CLI::App& program, std::function<int()>& action);
void declare_suggest(CLI::App& program, std::function<int()>& action);
void declare_train(CLI::App& program, std::function<int()>& action);
void declare_vectors(CLI::App& program, std::function<int()>& action);

/// Declares `report`, `compare`, `claims` and `merge`, which take folders of results.
void declare_folders(CLI::App& program, std::function<int()>& action);

/// Declares `validate`, `schema`, `list` and `describe`.
void declare_inquiries(CLI::App& program, std::function<int()>& action);

}  // namespace costruct
