#include "costruct/experiments/draws/spread_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "costruct/problems/chunk_scheme.hpp"

namespace costruct::experiments {
namespace {

struct Part {
  Index example = 0, part = 0;
};

/// A list of parts that become known one after the other.
class KnownPartsList {
 public:
  KnownPartsList(const ExampleSet& examples, const FactsOf& facts_of, const Split& split) {
    for (const auto* list : {&split.labeled, &split.unlabeled}) {
      for (const Index example : *list) {
        if (!examples.is_labeled(example)) continue;
        pool_.push_back(example);
        facts_[example] = facts_of(example);
        if (list == &split.labeled) left_ += length(example);
      }
    }
  }

  const std::vector<Index>& pool() const { return pool_; }
  Index length(Index example) const { return std::ssize(facts_.at(example).facts); }

  void add(const Part& part) {
    if (left_ == 0) return;
    Known& known = known_[part.example];
    known.facts.resize(static_cast<std::size_t>(length(part.example)));
    std::vector<int>& fact = known.facts[static_cast<std::size_t>(part.part)];
    if (!fact.empty()) return;
    fact = facts_.at(part.example).facts[static_cast<std::size_t>(part.part)];
    --left_;
  }
  bool is_complete() const { return left_ == 0; }
  /// The facts of each example that has any.
  std::map<Index, Known>& known() { return known_; }

 private:
  std::vector<Index> pool_;
  Index left_ = 0;
  std::map<Index, Known> facts_, known_;
};

void add_random_parts(KnownPartsList& list, RandomStream& random) {
  std::vector<Part> parts;
  for (const Index example : list.pool()) {
    for (Index t = 0; t < list.length(example); ++t) parts.push_back({example, t});
  }
  random.shuffle(parts);
  for (const Part& part : parts) list.add(part);
}

// @param config  the type of the chunks, and the number of neighbours
void add_random_chunks(const ExampleSet& examples, const KnownConfig& config, KnownPartsList& list,
                       RandomStream& random) {
  const std::vector<std::string>& names = examples.label_names();
  const ChunkNotation notation = *notation_of(names);
  struct Place {
    Index example, begin, end;
  };
  std::vector<Place> places;
  std::vector<std::string_view> labels;
  for (const Index example : list.pool()) {
    labels.clear();
    for (const int part : examples.output(example).parts)
      labels.push_back(names[static_cast<std::size_t>(part)]);
    for (const Chunk& chunk : chunks_of(labels, notation)) {
      if (config.type.empty() || chunk.type == config.type)
        places.push_back({example, chunk.begin, chunk.end});
    }
  }
  random.shuffle(places);
  for (const auto& [example, begin, end] : places) {
    const Index first = std::max<Index>(0, begin - config.neighbours);
    const Index last = std::min(list.length(example), end + config.neighbours);
    for (Index t = first; t < last; ++t) list.add({example, t});
  }
}

int number_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

// For each label, whether it is of this type.
std::vector<bool> of_type(const std::vector<std::string>& names, const std::string& type) {
  std::vector<bool> are;
  const std::optional<ChunkNotation> notation = notation_of(names);
  for (const std::string& name : names) {
    const auto label = notation ? notation->parse(name) : std::nullopt;
    are.push_back(label && label->tag != 'O' && label->type == type);
  }
  return are;
}

// The facts of someone who knows one type of chunks alone.
FactsOf facts_of_type(const FactsOf& facts_of, const std::vector<bool>& is_of_type) {
  std::vector<int> others;
  for (std::size_t k = 0; k < is_of_type.size(); ++k) {
    if (!is_of_type[k]) others.push_back(static_cast<int>(k));
  }
  return [facts_of, is_of_type, others](Index example) {
    Known known = facts_of(example);
    for (std::vector<int>& fact : known.facts) {
      if (!is_of_type[static_cast<std::size_t>(fact.front())]) fact = others;
    }
    return known;
  };
}

/// An example with its output, if all facts about it are known.
/// @param all  these facts
PartlyLabeled partly_labeled(const ExampleSet& examples, Index example, const Known& known,
                             const Known& all) {
  if (known.facts == all.facts) return {example, known, examples.output(example)};
  return {example, known};
}

/// An example whose other parts, also those with several possible labels, have one label.
PartlyLabeled filled(Index example, const Known& known, int filling) {
  Output output;
  for (const std::vector<int>& fact : known.facts)
    output.parts.push_back(fact.size() == 1 ? fact.front() : filling);
  return {example, known, output};
}

Index count_facts(const std::vector<KnownSet>& sets) {
  Index count = 0;
  for (const KnownSet& set : sets) count += std::ssize(set.known.facts);
  return count;
}

}  // namespace

SpreadLabels spread_over_sets(const std::vector<KnownSet>& sets,
                              const std::vector<KnownSet>& labeled, RandomStream random) {
  std::vector<std::pair<std::size_t, std::size_t>> facts;  // set, fact
  for (std::size_t set = 0; set < sets.size(); ++set) {
    for (std::size_t fact = 0; fact < sets[set].known.facts.size(); ++fact)
      facts.emplace_back(set, fact);
  }
  random.shuffle(facts);
  facts.resize(std::min(facts.size(), static_cast<std::size_t>(count_facts(labeled))));
  std::sort(facts.begin(), facts.end());
  SpreadLabels spread;
  auto next = facts.begin();
  for (std::size_t set = 0; set < sets.size(); ++set) {
    KnownSet known{sets[set].examples, {}};
    for (; next != facts.end() && next->first == set; ++next)
      known.known.facts.push_back(sets[set].known.facts[next->second]);
    if (known.known.empty()) {
      spread.unlabeled.insert(spread.unlabeled.end(), known.examples.begin(), known.examples.end());
    } else {
      spread.sets.push_back(std::move(known));
    }
  }
  return spread;
}

void check_spread(const ExampleSet& examples, const KnownConfig& config,
                  const std::string& outside) {
  const std::vector<std::string>& names = examples.label_names();
  if (config.which == KnownConfig::Which::kChunks && !notation_of(names)) {
    throw ConfigError(
        "known.which = \"chunks\": the labels are no chunk labels such as B-X, I-X, O: use "
        "\"parts\"");
  }
  if (config.has_type() && std::ranges::count(of_type(names, config.type), true) == 0) {
    std::set<std::string> types;
    const ChunkNotation notation = *notation_of(names);
    for (const std::string& name : names) {
      if (const auto label = notation.parse(name); label && label->tag != 'O')
        types.emplace(label->type);
    }
    throw ConfigError(fmt::format("known.type = \"{}\": expected a type of the labels: {}",
                                  config.type, fmt::join(types, ", ")));
  }
  if (config.spreads() && config.others == KnownConfig::Others::kOutside &&
      number_of(names, outside) == std::ssize(names)) {
    throw ConfigError("known.others = \"outside\": no example has the label " + outside +
                      ": name it in problem.outside");
  }
}

SpreadLabels spread_labels(const ExampleSet& examples, const FactsOf& facts_of, const Split& split,
                           const KnownConfig& config, const std::string& outside,
                           RandomStream random) {
  const std::vector<std::string>& names = examples.label_names();
  KnownPartsList list(
      examples, config.has_type() ? facts_of_type(facts_of, of_type(names, config.type)) : facts_of,
      split);
  if (config.which == KnownConfig::Which::kChunks)
    add_random_chunks(examples, config, list, random);
  if (!list.is_complete()) add_random_parts(list, random);
  const bool fills = config.others == KnownConfig::Others::kOutside;
  const int filling = fills ? number_of(names, outside) : -1;
  SpreadLabels spread;
  for (const auto* of_split : {&split.labeled, &split.unlabeled}) {
    for (const Index example : *of_split) {
      const auto at = list.known().find(example);
      if (at == list.known().end()) {
        spread.unlabeled.push_back(example);
        continue;
      }
      spread.partial.push_back(
          fills ? filled(example, at->second, filling)
                : partly_labeled(examples, example, at->second, facts_of(example)));
    }
  }
  return spread;
}

}  // namespace costruct::experiments
