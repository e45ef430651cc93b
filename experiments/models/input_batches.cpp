#include "costruct/experiments/models/input_batches.hpp"

#include <fmt/format.h>

#include "costruct/io/heap_limit.hpp"
#include "costruct/problems/several/label_sets.hpp"

namespace costruct::experiments {
namespace {

constexpr std::size_t kMostExplicit =
    1 << 22;  // entries of a batch; explicit features of a kernel can be many

}  // namespace

std::string place_in(const std::filesystem::path& file, Index line) {
  return fmt::format("{}:{}", file.string(), line);
}

void ExplicitBatches::add(const ProblemData& parts, Index example, const std::string& where) {
  const auto append_it = [&] {
    try {
      append(dynamic_cast<const PartData&>(parts), example);
    } catch (const DataError& error) {
      throw DataError(where + ": " + error.what());
    }
  };
  within_memory(append_it, [&] { return where; });
  if (++count_ == InputBatches::kMost || num_entries() >= kMostExplicit) end_batch();
}

void ExplicitBatches::end_batch() {
  if (count_ > 0) use_(std::move(data_));
  data_ = nullptr;
  count_ = 0;
}

std::size_t ExplicitBatches::num_entries() const {
  std::size_t entries = 0;
  for (const FeatureTable& table : data_->views) entries += table.feature.size();
  return entries;
}

void ExplicitBatches::append(const PartData& parts, Index example) {
  if (!data_) {
    data_ = several::with_outputs_of(parts);
    data_->views.resize(kernels_.size());
    for (std::size_t v = 0; v < kernels_.size(); ++v)
      data_->views[v].num_features = kernels_[v]->dimension();
  }
  Point point;
  for (std::size_t v = 0; v < kernels_.size(); ++v) {
    const FeatureTable& from = parts.views[v];
    FeatureTable& to = data_->views[v];
    for (Index part = from.example_begin[example]; part < from.example_begin[example + 1]; ++part) {
      read_point(from, part, point);
      kernels_[v]->append(point, to);
      to.end_part();
    }
    to.end_example();
  }
}

void InputBatches::read(Index set_size, const std::function<void(Index count)>& look,
                        const ExplicitBatches::Use& use) {
  if (kernels_.empty()) {
    while (const Index count = stream_.read(set_size > 0 ? set_size : kMost)) {
      look(count);
      use(stream_.data());
    }
    return;
  }
  ExplicitBatches expanded(kernels_, use);
  while (const Index count = stream_.read(set_size > 0 ? set_size : 1)) {
    look(count);
    if (expanded.empty()) passed_.clear();
    passed_.push_back({(stream_.*writer_of_)(0), stream_.line_of(0)});
    expanded.add(*stream_.data(), 0, place_in(file_, stream_.line_of(0)));
  }
  expanded.end_batch();
}

InputStream::Writer InputBatches::writer(Index which) const {
  return kernels_.empty() ? (stream_.*writer_of_)(which)
                          : passed_[static_cast<std::size_t>(which)].writer;
}

Index InputBatches::line_of(Index which) const {
  return kernels_.empty() ? stream_.line_of(which) : passed_[static_cast<std::size_t>(which)].line;
}

const char* InputBatches::missing_note(Index which, const Output& output) const {
  return kernels_.empty() ? stream_.missing_note(which, output) : nullptr;
}

}  // namespace costruct::experiments
