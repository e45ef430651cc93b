#include "costruct/apps/commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/apps/template_files.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/features/extractor.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct {
namespace {

namespace fs = std::filesystem;

// A kind of entry that can be made. Its templates are those of two folders: of its name, and of how
// it is tested.
struct NewKind {
  const char* name;
  const char* with_article;
  const char* tested;
  std::vector<std::string> (*names_in_catalog)();
};

constexpr const char* kByLaws = "tested_by_laws";
constexpr const char* kByRun = "tested_by_run";
constexpr NewKind kNewKinds[] = {
    {"problem", "a problem", kByLaws, [] { return problem_catalog().names(); }},
    {"learner", "a learner", kByLaws, [] { return learner_catalog().names(); }},
    {"extractor", "an extractor", kByRun, [] { return experiments::extractor_kinds().names(); }},
    {"format", "a format", kByRun, [] { return experiments::formats().names(); }},
};

// The name in all templates, in their text and in their paths. The new name replaces it.
constexpr std::string_view kPlaceholder = "your_name";

// The words of C++20 in lower case, which are no identifiers.
constexpr std::string_view kWordsOfCpp[] = {
    "alignas",       "alignof",   "and",      "and_eq",       "asm",
    "auto",          "bitand",    "bitor",    "bool",         "break",
    "case",          "catch",     "char",     "char16_t",     "char32_t",
    "char8_t",       "class",     "co_await", "co_return",    "co_yield",
    "compl",         "concept",   "const",    "const_cast",   "consteval",
    "constexpr",     "constinit", "continue", "decltype",     "default",
    "delete",        "do",        "double",   "dynamic_cast", "else",
    "enum",          "explicit",  "export",   "extern",       "false",
    "float",         "for",       "friend",   "goto",         "if",
    "inline",        "int",       "long",     "mutable",      "namespace",
    "new",           "noexcept",  "not",      "not_eq",       "nullptr",
    "operator",      "or",        "or_eq",    "private",      "protected",
    "public",        "register",  "requires", "return",       "short",
    "signed",        "sizeof",    "static",   "static_cast",  "reinterpret_cast",
    "static_assert", "struct",    "switch",   "template",     "this",
    "thread_local",  "throw",     "true",     "try",          "typedef",
    "typeid",        "typename",  "union",    "unsigned",     "using",
    "virtual",       "void",      "volatile", "wchar_t",      "while",
    "xor",           "xor_eq",
};

struct NewArguments {
  std::string kind, name;
  fs::path out;
};

std::vector<std::string> kind_names_of_new() {
  std::vector<std::string> names;
  for (const NewKind& kind : kNewKinds) names.emplace_back(kind.name);
  return names;
}

bool is_lower_case_identifier(const std::string& name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_letter(name[0]) && name.find("__") == std::string::npos &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

void check_new_name(const NewKind& kind, const std::string& name) {
  const auto fail = [&](const std::string& what) {
    throw ConfigError(fmt::format("NAME {}: {}", shown_name(name), what));
  };
  if (!is_lower_case_identifier(name))
    fail(
        fmt::format("expected lower-case letters, digits and single _, with a letter first, as in "
                    "`costruct new {0} my_{0}`",
                    kind.name));
  const std::string other =
      fmt::format("type another name, as in `costruct new {} my_{}`", kind.name, name);
  if (std::ranges::find(kWordsOfCpp, name) != std::end(kWordsOfCpp))
    fail("is a reserved word of C++: " + other);
  if (name == "contract_test") fail("the folder has a file of this name: " + other);
  const std::vector<std::string> names = kind.names_in_catalog();
  if (std::find(names.begin(), names.end(), name) != names.end())
    fail(fmt::format("the catalog has this {} already: {}", kind.name, other));
}

std::string with_name(std::string_view text, const std::string& name) {
  std::string named;
  for (;;) {
    const std::size_t at = text.find(kPlaceholder);
    named += text.substr(0, at);
    if (at == std::string_view::npos) return named;
    named += name;
    text.remove_prefix(at + kPlaceholder.size());
  }
}

// Writes the templates of a kind. If a file cannot be written, the folder is removed again.
void write_templates(const NewKind& kind, const std::string& name, const fs::path& folder) {
  experiments::make_folder(folder);
  try {
    for (const TemplateFile& file : template_files()) {
      const std::size_t slash = file.path.find('/');
      const std::string_view of = file.path.substr(0, slash);
      if (of != kind.name && of != kind.tested) continue;
      experiments::write_file(folder / with_name(file.path.substr(slash + 1), name),
                              with_name(file.text, name));
    }
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    throw;
  }
}

int make_new(const NewArguments& a) {
  const NewKind& kind =
      *std::ranges::find_if(kNewKinds, [&](const NewKind& each) { return a.kind == each.name; });
  check_new_name(kind, a.name);
  const fs::path folder = a.out.empty() ? fs::path(a.name) : a.out;
  std::error_code none;
  if (fs::exists(fs::symlink_status(folder, none)))
    throw ConfigError(folder.string() +
                      ": exists, and new overwrites nothing: remove it, or name another folder "
                      "with --out DIR");
  write_templates(kind, a.name, folder);
  experiments::say(fmt::format("{}: {} to start from. Its README.md has the next commands.",
                               folder.string(), kind.with_article));
  return experiments::kDone;
}

}  // namespace

void declare_new(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<NewArguments>();
  CLI::App* command =
      program.add_subcommand("new", "write a plug-in to start from, with its tests");
  command->add_option("WHAT", a->kind, "what to write")
      ->required()
      ->check(CLI::IsMember(kind_names_of_new()));
  command
      ->add_option("NAME", a->name,
                   "its name in configs: lower-case letters, digits and _, and not a name that "
                   "`costruct list` shows")
      ->required()
      ->type_name(kNameType);
  command->add_option("--out", a->out, "the folder to write, which must not exist; default: NAME")
      ->check(not_a_stream);
  command->footer(
      "Writes a folder that builds against the installed package:\n"
      "  CMakeLists.txt      builds the plug-in NAME.so and its test\n"
      "  NAME.cpp            the source; it works, so change it step by step\n"
      "  contract_test.cpp   checks a learner or a problem against the laws of costruct\n"
      "  NAME.json           an experiment with it, on the data beside it\n"
      "  README.md           the commands to build, test and run\n"
      "Overwrites nothing.\n"
      "Example:\n"
      "  costruct new learner mine && cd mine && cmake -S . -B build && cmake --build build");
  command->callback([&action, a] { action = [a] { return make_new(*a); }; });
}

}  // namespace costruct
