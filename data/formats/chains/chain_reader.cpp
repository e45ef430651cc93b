#include "costruct/data/formats/chains/chain_reader.hpp"

#include <fmt/format.h>

namespace costruct::experiments {

ChainReader::ChainReader(std::string name, const ChainOptions& options, Index num_labels, Emit emit)
    : name_(std::move(name)), options_(options), emit_(std::move(emit)) {
  for (Index label = 0; label < num_labels; ++label) labels_.push_back(std::to_string(label));
}

Index ChainReader::next_label(Index label, RandomStream& random) const {
  if (random.uniform() >= options_.switch_probability) return label;
  const auto num_labels = static_cast<Index>(labels_.size());
  return (label + 1 + random.below(num_labels - 1)) % num_labels;
}

bool ChainReader::next(RawExample& example) {
  if (drawn_ == options_.sequences) return false;
  const auto seed = static_cast<std::uint64_t>(options_.seed);
  const auto sequence = static_cast<std::uint64_t>(drawn_++);
  RandomStream chain(seed, sequence, "generate/" + name_ + "/labels");
  RandomStream points(seed, sequence, "generate/" + name_ + "/points");
  example.clear();
  example.line = drawn_;
  example.length = options_.length;
  Index label = chain.below(static_cast<Index>(labels_.size()));
  for (Index t = 0; t < options_.length; ++t) {
    if (t > 0) label = next_label(label, chain);
    example.labels.push_back(labels_[static_cast<std::size_t>(label)]);
    emit_(label, points, point_);
    for (std::size_t j = 0; j < point_.size(); ++j) {
      if (point_[j] == 0) continue;  // zeros are left out, as in files
      example.number.push_back(j + 1);
      example.value.push_back(point_[j]);
    }
    example.part_begin.push_back(static_cast<Index>(example.number.size()));
  }
  return true;
}

void ChainReader::fail_at(Index line, const std::string& what) const {
  throw DataError(fmt::format("generated {}, sequence {}: {}", name_, line, what));
}

}  // namespace costruct::experiments
