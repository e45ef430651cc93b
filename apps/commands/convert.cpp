// The command `convert`.
#include "costruct/apps/commands/commands.hpp"

#include <memory>
#include <string>

#include "costruct/apps/command.hpp"
#include "costruct/apps/command_facts.hpp"
#include "costruct/apps/stop_signals.hpp"
#include "costruct/experiments/convert/convert.hpp"
#include "costruct/io/exit_code.hpp"

namespace costruct {
namespace {

using namespace costruct::experiments;

struct ConvertArguments {
  ConversionRequest conversion;
  std::string plain_text;    // a name of text_unit_names(); "": none
  std::uint64_t memory = 0;  // 0: the default
};

}  // namespace

void declare_convert(CLI::App& program, std::function<int()>& action) {
  const auto a = std::make_shared<ConvertArguments>();
  CLI::App* convert =
      program.add_subcommand("convert", "write the examples of a file in another format");
  convert->add_option("FILE", a->conversion.file, "a data file, or a folder of a format of folders")
      ->required();
  convert
      ->add_option("--to", a->conversion.to,
                   "the format to write: a name, or a data block with options, as in "
                   "{\"format\": \"conll\", \"scheme\": \"iobes\"}")
      ->required()
      ->type_name(kNameType);
  convert
      ->add_option("--from", a->conversion.from,
                   "the format of FILE: a name, or a data block without files; default: "
                   "recognised from the file")
      ->type_name(kNameType);
  convert->add_option("--output", a->conversion.output,
                      "where the examples go; default, and -: stdout");
  convert->add_flag("--force", a->conversion.force, "replace the output if it exists");
  convert->add_flag("--unlabeled", a->conversion.unlabeled,
                    "ignore the labels of FILE, which may be absent");
  add_plain_text(*convert, a->plain_text, "FILE");
  add_memory(*convert, a->memory);
  convert->footer(
      "Notes say what the other format does not hold.\n"
      "Examples:\n"
      "  costruct convert en.conllu --to spans --output en.jsonl\n"
      "  costruct convert own.txt --to '{\"format\": \"conll\", \"scheme\": \"iobes\"}' "
      "--output own.iobes.txt");
  convert->callback([&action, a] {
    action = [a] {
      stop_soon();
      limit_memory(a->memory);
      a->conversion.stop = &stop_requested();
      if (!a->plain_text.empty())
        a->conversion.plain_text = unlabeled_text_of({{kUnlabeledTextOption, a->plain_text}});
      convert_file(a->conversion);
      return kDone;
    };
  });
}

}  // namespace costruct
