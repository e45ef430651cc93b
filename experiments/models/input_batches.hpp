// The inputs of a stored model, in batches, as its problem takes them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "costruct/data/examples/example_set.hpp"
#include "costruct/data/parts/part_examples.hpp"
#include "costruct/experiments/models/structured_file.hpp"

namespace costruct::experiments {

/// A place in a file for messages: "new.txt:17".
std::string place_in(const std::filesystem::path& file, Index line);

/// The inputs of a stored model with kernels, in batches. The explicit features of the kernels
/// (core/kernel/expand.hpp) replace the features that were read. add() passes a batch to `use` when
/// the batch is full, and end_batch() the rest.
class ExplicitBatches {
 public:
  /// Is called with each batch.
  using Use = std::function<void(std::shared_ptr<const ProblemData>)>;
  /// @param kernels  one for each view; must outlive this object
  ExplicitBatches(const ViewKernels& kernels, Use use) : kernels_(kernels), use_(std::move(use)) {}

  /// Adds one input with its parts. Throws DataError, with the place, if a transductive kernel does
  /// not know a part.
  /// @param parts    the inputs as they were read, which must be PartData
  /// @param example  the number of the input in `parts`
  /// @param where    its place, for messages
  void add(const ProblemData& parts, Index example, const std::string& where);
  bool empty() const { return count_ == 0; }
  /// Call this after the last example.
  void end_batch();

 private:
  std::size_t num_entries() const;
  void append(const PartData& parts, Index example);

  const ViewKernels& kernels_;
  Use use_;
  std::shared_ptr<PartData> data_;
  Index count_ = 0;  // number of examples in data_
};

/// The inputs of a file to predict, in batches, with the examples that belong to them.
class InputBatches {
 public:
  static constexpr Index kMost = 512;  ///< inputs of a batch
  /// The function that says how an example is written: InputStream::writer or
  /// InputStream::example_writer.
  using WriterOf = InputStream::Writer (InputStream::*)(Index which) const;

  /// All arguments outlive the batches.
  InputBatches(InputStream& stream, const std::filesystem::path& file, const ViewKernels& kernels,
               WriterOf writer_of)
      : stream_(stream), file_(file), kernels_(kernels), writer_of_(writer_of) {}

  /// Reads the file to its end.
  /// @param set_size  how many examples form an input together; 0: each is an input
  /// @param look      is called after each step of reading with the number of examples read in it.
  ///                  The stream then has these examples
  /// @param use       is called with the problem's data of each batch
  void read(Index set_size, const std::function<void(Index count)>& look,
            const ExplicitBatches::Use& use);

  // The functions below are for `use`. `which` is the number of an example in the batch, from 0.
  InputStream::Writer writer(Index which) const;
  Index line_of(Index which) const;
  std::string place_of(Index which) const { return place_in(file_, line_of(which)); }
  /// See InputStream::missing_note().
  const char* missing_note(Index which, const Output& output) const;

 private:
  struct Passed {
    InputStream::Writer writer;
    Index line;
  };
  InputStream& stream_;
  const std::filesystem::path& file_;
  const ViewKernels& kernels_;
  WriterOf writer_of_;
  // With kernels, the examples of the batch: the stream is at the last one.
  std::vector<Passed> passed_;
};

}  // namespace costruct::experiments
