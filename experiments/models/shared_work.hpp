// Work on the inputs of a file that several processes share: each computes some inputs, and one
// takes all results.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "costruct/core/parallel.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct::experiments {

/// Appends numbers, texts and lists of them as bytes, in the byte order of this machine.
class ByteWriter {
 public:
  /// Appends the values in order.
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  /// Returns all bytes and forgets them.
  std::string take() { return std::move(bytes_); }

 private:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void put(Number value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  template <class List>
  requires requires(const List& list) { list.size(); }
  void put(const List& list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (const auto& item : list) put(item);
  }
  std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. Throws DataError if bytes are missing.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  bool empty() const { return rest_.empty(); }

 private:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void get(Number& value) { std::memcpy(&value, next(sizeof value).data(), sizeof value); }
  template <class List>
  requires requires(List& list) { list.resize(0); }
  void get(List& list) {
    std::uint64_t size = 0;
    get(size);
    list.resize(next_size(size));
    for (auto& item : list) get(item);
  }
  std::string_view next(std::size_t size);
  std::size_t next_size(std::uint64_t size) const;  // refuses more items than bytes
  std::string_view rest_;
};

/// Passes all members of a result to a ByteWriter, or from a ByteReader. SharedWork calls it. Other
/// types of results define such a function as a friend.
template <class Bytes>
void pass(Bytes& bytes, std::uint64_t& number) {
  bytes(number);
}
template <class Bytes>
void pass(Bytes& bytes, Output& output) {
  bytes(output.parts);
}

/// Divides the inputs of a command among processes. Part k of n computes the inputs k, k + n, k + 2
/// n and so on, counted from 0 over the whole command. The command runs once for each part. Then it
/// runs once more, with the results of all parts in place of its own, and so writes what it would
/// have written alone.
class SharedWork {
 public:
  /// Makes the work of part `index`, 0 to count - 1, which keeps its results as bytes.
  static SharedWork part(Index index, Index count);
  /// Takes the results of all parts, which are the take_bytes() of part(0, n), part(1, n) ...
  static SharedWork of_parts(std::vector<std::string> parts);

  /// Whether this is a part, so that results of other parts are missing.
  bool is_part() const { return index_ >= 0; }
  /// The results of a part, to be passed to of_parts().
  std::string take_bytes() { return bytes_.take(); }
  /// Throws DataError unless all results were taken.
  void check_end() const;

  /// See results_of().
  template <class Result, class Compute>
  void fill(std::vector<Result>& results, int threads, const Compute& compute) {
    const auto n = std::ssize(results);
    if (!is_part()) {
      for (Result& result : results) pass(next_reader(), result);
      return;
    }
    std::vector<Index> own;
    for (Index i = 0; i < n; ++i) {
      if ((next_ + i) % count_ == index_) own.push_back(i);
    }
    next_ += n;
    parallel_for(std::ssize(own), threads, 1, [&](Index k) {
      const auto i = static_cast<std::size_t>(own[static_cast<std::size_t>(k)]);
      results[i] = compute(static_cast<Index>(i));
    });
    for (const Index i : own) pass(bytes_, results[static_cast<std::size_t>(i)]);
  }

  SharedWork(SharedWork&&) = default;  // readers_ refer to parts_

 private:
  SharedWork() = default;
  ByteReader& next_reader() {
    return readers_[static_cast<std::size_t>(next_++ % std::ssize(readers_))];
  }

  Index index_ = -1, count_ = 1;
  Index next_ = 0;  // the number of the next input
  ByteWriter bytes_;
  std::vector<std::string> parts_;
  std::vector<ByteReader> readers_;  // of parts_
};

/// compute(i) for the inputs i = 0 ... n - 1, in this order. With a part of shared work, only the
/// inputs of the part are computed. The results of the others are then empty, and the caller must
/// use none of them.
/// @param work  null: this process computes all
template <class Result, class Compute>
std::vector<Result> results_of(SharedWork* work, Index n, int threads, const Compute& compute) {
  std::vector<Result> results(static_cast<std::size_t>(n));
  if (work != nullptr) {
    work->fill(results, threads, compute);
  } else {
    parallel_for(n, threads, 1,
                 [&](Index i) { results[static_cast<std::size_t>(i)] = compute(i); });
  }
  return results;
}

/// Whether results of other processes are missing, so that a command writes nothing.
inline bool is_part(const SharedWork* work) {
  return work != nullptr && work->is_part();
}

}  // namespace costruct::experiments
