#include "costruct/data/memory/memory_examples.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"

namespace costruct::experiments {

void MemoryExamples::add_part(std::string_view label) {
  labels_.push_back(texts_.intern(label));
  entry_end_.push_back(static_cast<Index>(values_.size()));
}

void MemoryExamples::add_entry(std::uint64_t number, double value) {
  if (value == 0) return;
  keep_value(value);
  numbers_.push_back(number);
}

void MemoryExamples::add_entry(std::string_view name, double value) {
  if (value == 0) return;
  keep_value(value);
  names_.push_back(texts_.intern(name));
}

void MemoryExamples::keep_value(double value) {
  if (entry_end_.empty()) fail("an entry comes before the first part");
  if (!std::isfinite(value)) fail(fmt::format("a value is {}, expected a finite number", value));
  values_.push_back(value);
  entry_end_.back() = static_cast<Index>(values_.size());
}

void MemoryExamples::end_example(double weight) {
  if (std::ssize(labels_) == (part_end_.empty() ? 0 : part_end_.back())) fail("it has no parts");
  if (!std::isfinite(weight) || weight < 0)
    fail(fmt::format("the weight is {}, expected a finite number from 0", weight));
  if (std::ssize(fields_) != columns_ * std::ssize(labels_))
    fail(fmt::format("expected {} fields for each part, found {} for {}", columns_, fields_.size(),
                     labels_.size()));
  if (!numbers_.empty() && !names_.empty()) fail("entries have numbers or names, not both");
  part_end_.push_back(static_cast<Index>(labels_.size()));
  weights_.push_back(weight);
}

void MemoryExamples::fail(const std::string& what) const {
  throw DataError(fmt::format("example {}: {}", size() + 1, what));
}

class MemoryExamples::Reader : public ExampleReader {
 public:
  Reader(std::shared_ptr<const MemoryData> kept, const MemoryExamples& from, LabelUse labels)
      : kept_(std::move(kept)), from_(from), labels_(labels) {}

  bool next(RawExample& example) override {
    example.clear();
    if (read_ == from_.size()) return false;
    const Index begin = from_.first_part(read_), end = from_.first_part(read_ + 1);
    example.length = end - begin;
    example.weight = from_.weights_[read_];
    example.columns = from_.columns_;
    for (Index part = begin; part < end; ++part) add_part(part, example);
    example.line = from_.first_line(read_++);
    return true;
  }
  Index line() const override { return read_ == 0 ? 0 : from_.first_line(read_ - 1); }
  [[noreturn]] void fail_at(Index line, const std::string& what) const override {
    throw DataError(fmt::format("line {}: {}", line, what));
  }

 private:
  void add_part(Index part, RawExample& example) const {
    const bool required = labels_ != LabelUse::kIgnored;
    example.labels.push_back(required ? from_.texts_[from_.labels_[part]] : std::string_view());
    for (Index e = part == 0 ? 0 : from_.entry_end_[part - 1]; e < from_.entry_end_[part]; ++e) {
      example.value.push_back(from_.values_[e]);
      if (!from_.numbers_.empty()) example.number.push_back(from_.numbers_[e]);
      if (!from_.names_.empty()) example.names.push_back(from_.texts_[from_.names_[e]]);
    }
    example.part_begin.push_back(static_cast<Index>(example.value.size()));
    for (Index c = 0; c < from_.columns_; ++c)
      example.fields.push_back(from_.texts_[from_.fields_[part * from_.columns_ + c]]);
  }

  std::shared_ptr<const MemoryData> kept_;
  const MemoryExamples& from_;
  LabelUse labels_;
  Index read_ = 0;
};

std::unique_ptr<ExampleReader> MemoryExamples::open(std::shared_ptr<const MemoryData> self,
                                                    LabelUse labels) const {
  return std::make_unique<Reader>(std::move(self), *this, labels);
}

std::uintmax_t MemoryExamples::bytes() const {
  const auto size = [](const auto& list) { return std::as_bytes(std::span(list)).size(); };
  std::uintmax_t bytes = size(part_end_) + size(weights_) + size(labels_) + size(fields_) +
                         size(entry_end_) + size(numbers_) + size(names_) + size(values_);
  for (std::int32_t i = 0; i < texts_.size(); ++i) bytes += texts_[i].size();
  return bytes;
}

std::uint64_t MemoryExamples::hash() const {
  std::uint64_t hash = hash_bytes("");
  const auto add = [&](const auto& list) {
    const auto bytes = std::as_bytes(std::span(list));
    hash = hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, hash);
  };
  for (std::int32_t i = 0; i < texts_.size(); ++i) {
    const std::string_view text = texts_[i];
    hash = hash_bytes(text, hash_bytes({"\n", 1}, hash));
  }
  add(part_end_);
  add(weights_);
  add(labels_);
  add(fields_);
  add(entry_end_);
  add(numbers_);
  add(names_);
  add(values_);
  return hash;
}

}  // namespace costruct::experiments
