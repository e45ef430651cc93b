// The predictions of a decoder for a list of inputs.
#pragma once

#include <vector>

#include "costruct/core/parallel.hpp"
#include "costruct/core/sample.hpp"

namespace costruct {

/// Returns decode(x, w) for every input. A Decoder is a problem, or a class that decodes like one.
template <class Decoder>
std::vector<Output> predictions(const Decoder& decoder, const std::vector<InputId>& inputs,
                                ConstVectorRef w, int threads) {
  const Index count = static_cast<Index>(inputs.size());
  std::vector<Output> y(inputs.size());
  parallel_for(count, threads, 8, [&](Index i) { y[i] = decoder.decode(inputs[i], w).output; });
  return y;
}

}  // namespace costruct
