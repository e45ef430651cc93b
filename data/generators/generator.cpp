#include "costruct/data/generators/generator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr const char* kType = "type";

std::string missing_of_generator(const Generator& generator) {
  if (!generator.num_values) return "`num_values`";
  if (generator.records) return "";
  if (!generator.groups) return "`groups`";
  return generator.open ? "" : "`open`";
}

Catalog<Generator>& all_generators() {
  static Catalog<Generator> all(
      "generator",
      {galaxy_generator(), multiview_sequences_generator(), regression_views_generator(),
       snakes_generator(), grids_generator()},
      missing_of_generator);
  return all;
}

}  // namespace

const Catalog<Generator>& generators() {
  return all_generators();
}

void add_generator(Generator generator) {
  all_generators().add(std::move(generator));
}

const OptionInfo& generate_option() {
  static const OptionInfo info =
      not_null(block_option(kGenerate, nullptr, types_of_catalog("generator", generators),
                            "a distribution to draw all examples from, in place of files"));
  return info;
}

GeneratedData read_generate(const Json& generate) {
  const Generator* generator = generators().find(generate.at(kType).get_ref<const std::string&>());
  COSTRUCT_ASSERT(generator != nullptr, "check_generate has accepted the type");
  Json options = generate;
  options.erase(kType);
  const bool streams = options.value("stream", false);
  return {generator, std::move(options), streams};
}

void check_generate(const Json& generate, const std::string& path, ConfigErrors& errors) {
  ConfigErrors own;
  check_value(generate_option(), generate, path, own);
  for (const std::string& message : own.messages()) errors.add(message);
  if (!own.empty()) return;
  const auto [generator, options, streams] = read_generate(generate);
  if (generator->check_together) generator->check_together(options, path, errors);
  const double values = generator->num_values(options);
  if (values > kMostGenerated) {
    errors.add(
        path,
        fmt::format(": asks for {:.3g} numbers, but there may be {:.0e} at most: draw fewer or "
                    "shorter examples, or fewer features",
                    values, kMostGenerated));
  }
}

Json generate_with_defaults(const Json& generate) {
  const std::vector<OptionInfo> option{generate_option()};
  Json holder = with_defaults(option, {{kGenerate, generate}});
  spell_numbers_alike(option, holder);
  return holder.at(kGenerate);
}

std::unique_ptr<UnlabeledPoints> GeneratedData::unlabeled(std::span<const std::int32_t> view_of,
                                                          Index count, int threads) const {
  return generator->unlabeled ? generator->unlabeled(options, view_of, count, threads) : nullptr;
}

Json GeneratedData::block_of_files() const {
  if (generator->records) {
    const auto format = std::find_if(formats().begin(), formats().end(), [&](const Format& each) {
      return each.input == generator->input;
    });
    COSTRUCT_ASSERT(format != formats().end(), "the records of a generator have a format");
    return {{"format", format->name}};
  }
  const char* format = generator->input == kChains ? "svmhmm" : "svmlight";
  return {{"format", format}, {"groups", generator->groups(options)}};
}

}  // namespace costruct::experiments
