"""Writes scipy_cases.hpp: paired tests, power and intervals as SciPy computes them.

    python3 make_scipy_cases.py > scipy_cases.hpp

Signed ranks are SciPy's exact distribution where there are neither ties nor zeros, its permutation test over
all sign patterns where there are and the pairs are few, its normal approximation beyond 50 differences.
"""
import math
import random
import sys

import numpy as np
import scipy
from scipy import stats

NAN = "kNaN"


def number(x):
    if x is None or math.isnan(x):
        return NAN
    return repr(float(x))


def numbers(values):
    return "{" + ", ".join(number(v) for v in values) + "}"


def t_test(d):
    """Values of the differences themselves: SciPy divides by zero where they all agree."""
    if len(d) < 2 or np.ptp(d) == 0:
        return None
    zero = np.zeros(len(d))
    ps = [stats.ttest_rel(d, zero, alternative=a).pvalue for a in ("less", "greater", "two-sided")]
    return [np.mean(d), stats.sem(d), np.mean(d) / np.std(d, ddof=1), stats.ttest_rel(d, zero).statistic] + ps


def corrected(d, ratio):
    """Nadeau and Bengio 2003: the variance of the mean is (1/J + n_test/n_train) s^2."""
    if len(d) < 2 or np.ptp(d) == 0:
        return None
    error = math.sqrt((1 / len(d) + ratio) * np.var(d, ddof=1))
    t = np.mean(d) / error
    df = len(d) - 1
    return [error, t, stats.t.cdf(t, df), stats.t.sf(t, df), 2 * stats.t.sf(abs(t), df)]


def signed_ranks(d):
    nonzero = d[d != 0]
    if len(nonzero) == 0:
        return [0, 1, 1, 1]
    ranks = stats.rankdata(np.abs(nonzero))
    positive = ranks[nonzero > 0].sum()
    ties = len(np.unique(ranks)) < len(ranks)
    if ties and len(nonzero) <= 14:
        def statistic(x, axis):
            return np.sum(np.where(x > 0, ranks, 0), axis=axis)
        ps = [stats.permutation_test((nonzero,), statistic, permutation_type="samples", n_resamples=np.inf,
                                     vectorized=True, alternative=a).pvalue for a in ("less", "greater")]
    elif ties and len(nonzero) <= 50:
        return None
    else:
        mode = "exact" if len(nonzero) <= 50 else "approx"
        ps = [stats.wilcoxon(nonzero, alternative=a, mode=mode).pvalue for a in ("less", "greater")]
    return [positive] + ps + [min(1, 2 * min(ps))]


def signs(d):
    n, positive = int(np.sum(d != 0)), int(np.sum(d > 0))
    if n == 0:
        return [0, 1, 1, 1]
    ps = [stats.binomtest(positive, n, alternative=a).pvalue for a in ("less", "greater", "two-sided")]
    return [positive] + ps


def cases():
    """Integer differences are exact in double, so that ties and zeros are what they seem."""
    draw = random.Random(1)
    yield "two pairs", [1, 2], [2, 4]
    yield "three pairs", [0.1, 0.2, 0.3], [0.15, 0.22, 0.41]
    yield "one pair", [0.5], [0.25]
    yield "one equal pair", [0.5], [0.5]
    yield "all equal", [3, 4, 5, 6], [3, 4, 5, 6]
    yield "equal differences", [1, 2, 3, 4, 5], [2, 3, 4, 5, 6]
    yield "ties", [5, 5, 5, 5, 5, 6], [1, 2, 3, 4, 5, 6]
    yield "ties and zeros", [1, 2, 3, 4, 5, 6, 7, 8], [1, 3, 2, 6, 5, 9, 8, 4]
    yield "tied in all signs", [1, -1, 2, -2, 3, -3, 1, 1, 2, 4, -1, 0], [0] * 12
    yield "no ties", [1, -2, 3, 4, -5, 6, 7, 8, -9, 10], [0] * 10
    yield "large offset", [1000001, 1000002, 1000003, 1000005], [1000001.5, 1000001, 1000003.5, 1000004]
    yield "no difference in the mean", [0.5, 0.25, 0.125, 0.75], [0.25, 0.5, 0.75, 0.125]
    yield "errors of learners", [0.31, 0.29, 0.33, 0.3, 0.28, 0.35, 0.27, 0.32, 0.3, 0.29], \
        [0.33, 0.3, 0.32, 0.34, 0.31, 0.36, 0.29, 0.33, 0.34, 0.28]
    yield "exact at 50", [(-1) ** (x % 3) * x for x in range(1, 51)], [0] * 50
    yield "normal at 51", [(-1) ** (x % 3) * x for x in range(1, 52)], [0] * 51
    yield "normal with ties and zeros", [draw.randint(-3, 5) for _ in range(120)], [0] * 120
    yield "large", [draw.randint(0, 1000) for _ in range(400)], [draw.randint(0, 1040) for _ in range(400)]


def print_paired():
    print("inline const std::vector<ScipyCase>& scipy_cases() {")
    print("  static const std::vector<ScipyCase> cases = {")
    for name, first, second in cases():
        d = np.array(first, dtype=float) - np.array(second, dtype=float)
        exact = np.round(d, 9)  # so that 0.34 - 0.30 ties with 0.33 - 0.29
        columns = [t_test(d), corrected(d, 0.5), signed_ranks(exact), signs(exact)]
        sizes = [7, 5, 4, 4]
        rows = ["{" + ", ".join([NAN] * k if c is None else map(number, c)) + "}"
                for c, k in zip(columns, sizes)]
        print(f'      {{"{name}", {numbers(first)}, {numbers(second)}, {", ".join(rows)}}},')
    print("  };\n  return cases;\n}\n")


def print_power():
    print("inline const std::vector<PowerCase>& power_cases() {")
    print("  static const std::vector<PowerCase> cases = {")
    for effect, error, count, alpha in [(0.01, 0.005, 10, 0.01), (0.01, 0.005, 100, 0.01), (0.01, 0.003, 5, 0.05),
                                        (0.01, 0.02, 30, 0.05), (0, 0.01, 12, 0.05), (0.01, 0.0005, 20, 0.01),
                                        (0.01, 0.01, 2, 0.05), (1, 0.01, 100, 0.01), (0.5, 0.25, 3, 0.1)]:
        df, shift = count - 1, effect / error
        one = stats.nct.sf(stats.t.isf(alpha, df), df, shift) if effect else alpha
        at = stats.t.isf(alpha / 2, df)
        two = stats.nct.sf(at, df, shift) + stats.nct.cdf(-at, df, shift) if effect else alpha
        print(f"      {{{effect!r}, {error!r}, {count}, {alpha!r}, {number(one)}, {number(two)}}},")
    print("  };\n  return cases;\n}\n")


def print_fits():
    print("inline const std::vector<FitCase>& fit_cases() {")
    print("  static const std::vector<FitCase> cases = {")
    for x, y in [([25, 50, 100, 200], [0.11, 0.25, 0.43, 1.02]), ([5, 10, 20], [1, 1.9, 4.4]),
                 ([1, 3, 9, 27, 81, 243], [2, 2.1, 5, 11, 40, 61])]:
        fit = stats.linregress(np.log(x), np.log(y))
        print(f"      {{{numbers(x)}, {numbers(y)}, {number(fit.slope)}, {number(fit.stderr)}}},")
    print("  };\n  return cases;\n}\n")


def main():
    np.seterr(all="ignore")
    print(f"// Written by make_scipy_cases.py with SciPy {scipy.__version__}: change that, not this.")
    print("// clang-format off\n#pragma once\n\n#include <limits>\n#include <string>\n#include <vector>\n")
    print("namespace costruct::experiments::test {\n")
    print("inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();\n")
    print("/// NaN: SciPy has no value.\nstruct ScipyCase {\n  std::string name;\n  std::vector<double> first, second;")
    print("  struct { double mean, error, effect_size, t, p_less, p_greater, p_two_sided; } paired_t;")
    print("  struct { double error, t, p_less, p_greater, p_two_sided; } corrected;  ///< test/train ratio 0.5")
    print("  struct { double statistic, p_less, p_greater, p_two_sided; } wilcoxon, sign;\n};\n")
    print("struct PowerCase {\n  double effect, error;\n  int count;\n  double alpha, one_sided, two_sided;\n};\n")
    print("struct FitCase {\n  std::vector<double> x, y;\n  double exponent, error;\n};\n")
    print_paired()
    print_power()
    print_fits()
    print("}  // namespace costruct::experiments::test")


if __name__ == "__main__":
    sys.exit(main())
