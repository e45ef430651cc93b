// Normal random numbers with the same bits on every machine.
#pragma once

#include "costruct/core/random.hpp"

namespace costruct::experiments {

/// A draw from the normal distribution with mean 0 and variance 1. It only compares uniform numbers
/// (Karney 2016, "Sampling exactly from the normal distribution", Algorithm N, here with uniform
/// doubles). It needs no logarithm, sine or exponential, whose last bits differ between libraries.
/// Cost: about 30 uniform numbers.
double normal_draw(RandomStream& random);

}  // namespace costruct::experiments
