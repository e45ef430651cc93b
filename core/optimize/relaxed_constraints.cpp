#include "costruct/core/optimize/relaxed_constraints.hpp"

#include <bit>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/optimize/max_margin.hpp"

namespace costruct {
namespace {

// The first part of a relaxed output; no output of a problem has it.
constexpr int kRelaxedMark = std::numeric_limits<int>::min();

void write_bits(std::uint64_t bits, std::vector<int>& parts) {
  parts.push_back(std::bit_cast<int>(static_cast<std::uint32_t>(bits)));
  parts.push_back(std::bit_cast<int>(static_cast<std::uint32_t>(bits >> 32)));
}

std::uint64_t read_bits(const int* parts) {
  return std::bit_cast<std::uint32_t>(parts[0]) |
         static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(parts[1])) << 32;
}

// Writes the mark, the loss, then coordinate and value of every entry. Each number takes two parts.
Output written(const RelaxedOutput& z) {
  const auto& [index, value] = z.difference;
  Output y;
  y.parts.reserve(3 + 4 * index.size());
  y.parts.push_back(kRelaxedMark);
  write_bits(std::bit_cast<std::uint64_t>(z.loss), y.parts);
  for (std::size_t e = 0; e < index.size(); ++e) {
    write_bits(static_cast<std::uint64_t>(index[e]), y.parts);
    write_bits(std::bit_cast<std::uint64_t>(value[e]), y.parts);
  }
  return y;
}

double written_loss(const Output& y) {
  return std::bit_cast<double>(read_bits(&y.parts[1]));
}

SparseVector written_difference(const Output& y) {
  SparseVector difference;
  for (std::size_t at = 3; at < y.parts.size(); at += 4) {
    difference.index.push_back(static_cast<Index>(read_bits(&y.parts[at])));
    difference.value.push_back(std::bit_cast<double>(read_bits(&y.parts[at + 2])));
  }
  return difference;
}

}  // namespace

RelaxedConstraints::RelaxedConstraints(const StructuredProblem& problem)
    : problem_(problem), decoder_(*offered<RelaxedDecoder>(problem)) {}

bool RelaxedConstraints::is_relaxed(const Output& y) {
  return !y.parts.empty() && y.parts[0] == kRelaxedMark;
}

SparseVector RelaxedConstraints::joint_feature(InputId x, const Output& y) const {
  COSTRUCT_ASSERT(!is_relaxed(y), "a relaxed output is known by its difference alone");
  return problem_.joint_feature(x, y);
}

double RelaxedConstraints::loss(InputId x, const Output& y, const Output& y_hat) const {
  return is_relaxed(y_hat) ? written_loss(y_hat) : problem_.loss(x, y, y_hat);
}

Decoded RelaxedConstraints::violator(InputId x, const Output& y, ConstVectorRef w,
                                     Augmentation augmentation) const {
  const RelaxedOutput z = decoder_.most_violated_relaxed(x, y, w, augmentation);
  const ConstraintScale scale = constraint_scale(z.loss, augmentation);
  return {written(z), scale.b - scale.s * dot(z.difference, w)};
}

Decoded RelaxedConstraints::loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w,
                                                  Augmentation augmentation) const {
  Decoded worst = violator(x, y, w, augmentation);
  if (augmentation.rescaling == Rescaling::kMargin) worst.value += problem_.score(x, y, w);
  return worst;
}

Decoded RelaxedConstraints::most_violated(InputId x, const Output& y, ConstVectorRef w,
                                          Augmentation augmentation,
                                          std::span<const Output> outputs,
                                          VectorRef margins) const {
  this->margins(x, y, outputs, w, margins);
  return violator(x, y, w, augmentation);
}

void RelaxedConstraints::margins(InputId x, const Output& y, std::span<const Output> outputs,
                                 ConstVectorRef w, VectorRef margins) const {
  for (std::size_t j = 0; j < outputs.size(); ++j) {
    if (is_relaxed(outputs[j])) {
      margins[j] = dot(written_difference(outputs[j]), w);
    } else {
      problem_.margins(x, y, outputs.subspan(j, 1), w, margins.subspan(j, 1));
    }
  }
}

void RelaxedConstraints::add_difference(InputId x, const Output& y, const Output& y_hat,
                                        double scale, VectorRef w) const {
  if (is_relaxed(y_hat)) {
    add_to(w, scale, written_difference(y_hat));
  } else {
    problem_.add_difference(x, y, y_hat, scale, w);
  }
}

SparseVector RelaxedConstraints::difference_of(InputId x, const Output& y,
                                               const Output& y_hat) const {
  if (is_relaxed(y_hat)) return written_difference(y_hat);
  return difference(problem_.joint_feature(x, y), problem_.joint_feature(x, y_hat));
}

void RelaxedConstraints::difference_products(InputId x, const Output& y, const Output& y_hat,
                                             std::span<const Output> outputs,
                                             VectorRef products) const {
  const SparseVector direction = difference_of(x, y, y_hat);
  for (std::size_t j = 0; j < outputs.size(); ++j)
    products[j] = dot(direction, difference_of(x, y, outputs[j]));
}

const StructuredProblem& with_relaxed_constraints(const StructuredProblem& problem,
                                                  Augmentation augmentation,
                                                  std::optional<RelaxedConstraints>& relaxed) {
  if (problem.loss_augmented_exactness(augmentation) != Exactness::kRelaxed) return problem;
  if (offered<RelaxedDecoder>(problem) == nullptr) return problem;
  return relaxed.emplace(problem);
}

}  // namespace costruct
