// Normal random numbers with the same bits on every machine.
#pragma once

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// A draw from the normal distribution of mean 0 and variance 1, by comparing uniform numbers only
/// (Karney 2016, "Sampling exactly from the normal distribution", Algorithm N, here with uniform
/// doubles): no logarithm, sine or exponential whose last bits differ between libraries. About 30
/// uniform numbers a draw.
double normal_draw(RandomStream& random);

}  // namespace costruct::experiments
