#include "costruct/core/regression/kernel_expansion.hpp"

#include <cmath>

namespace costruct {
namespace {

double kernel_value(const Kernel& kernel, ConstVectorRef a, ConstVectorRef b) {
  double sum = 0;
  if (kernel.type == KernelType::kGaussian) {
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return std::exp(-sum / kernel.sigma2);
  }
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return kernel.type == KernelType::kPolynomial
             ? std::pow(sum + kernel.offset, static_cast<double>(kernel.degree))
             : sum;
}

}  // namespace

Vector values(const KernelExpansion& f, const Matrix& points, int threads) {
  Vector result(static_cast<std::size_t>(points.cols));
#pragma omp parallel for schedule(static) num_threads(threads)
  for (Index i = 0; i < points.cols; ++i) {
    const ConstVectorRef original = points.column(i);
    Vector x(original.begin(), original.end());
    for (std::size_t j = 0; j < f.scaling.mean.size(); ++j)
      x[j] = (x[j] - f.scaling.mean[j]) * f.scaling.inverse[j];
    double sum = f.intercept;
    for (Index k = 0; k < f.points.cols; ++k)
      sum += f.coefficients[k] * kernel_value(f.kernel, f.points.column(k), x);
    result[i] = sum;
  }
  return result;
}

}  // namespace costruct
