#include "costruct/core/linear_algebra/blas.hpp"

#include <cblas.h>

#include <algorithm>

#include "costruct/core/error.hpp"

extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
void dsyev_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
            double* work, const int* lwork, int* info);
}

namespace costruct::blas {
namespace {

// Makes every call run on one thread. Called before the first call.
void prepare() {
  static const bool done = [] {
    openblas_set_num_threads(1);
    return true;
  }();
  static_cast<void>(done);
}

int to_int(Index i) {
  return static_cast<int>(i);
}

int leading(Index stride) {
  return static_cast<int>(std::max<Index>(stride, 1));
}

}  // namespace

void add_product_transposed(Index m, Index n, Index k, double factor, ConstTile a, ConstTile b,
                            Tile c) {
  prepare();
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, to_int(m), to_int(n), to_int(k), factor,
              a.data, leading(a.stride), b.data, leading(b.stride), 1, c.data, leading(c.stride));
}

void add_outer_product(Index n, Index k, double factor, ConstTile a, Tile c) {
  prepare();
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, to_int(n), to_int(k), factor, a.data,
              leading(a.stride), 1, c.data, leading(c.stride));
}

bool cholesky(Index n, Tile a) {
  prepare();
  const int order = to_int(n), stride = leading(a.stride);
  int info = 0;
  dpotrf_("L", &order, a.data, &stride, &info);
  return info == 0;
}

void solve_from_right_transposed(Index m, Index n, ConstTile l, Tile b) {
  prepare();
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, to_int(m), to_int(n),
              1, l.data, leading(l.stride), b.data, leading(b.stride));
}

void solve(Index n, Index m, ConstTile l, Tile b) {
  prepare();
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, to_int(n),
              to_int(m), 1, l.data, leading(l.stride), b.data, leading(b.stride));
}

void solve_transposed(Index n, Index m, ConstTile l, Tile b) {
  prepare();
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, to_int(n), to_int(m),
              1, l.data, leading(l.stride), b.data, leading(b.stride));
}

void make_orthonormal(Index m, Index n, Tile a) {
  prepare();
  const int rows = to_int(m), cols = to_int(n), stride = leading(a.stride),
            room = 64 * std::max(cols, 1);
  Vector tau(n), work(room);
  int info = 0;
  dgeqrf_(&rows, &cols, a.data, &stride, tau.data(), work.data(), &room, &info);
  COSTRUCT_ASSERT(info == 0, "arguments are valid");
  dorgqr_(&rows, &cols, &cols, a.data, &stride, tau.data(), work.data(), &room, &info);
  COSTRUCT_ASSERT(info == 0, "arguments are valid");
}

Vector symmetric_eigen(Index n, Tile a) {
  prepare();
  const int order = to_int(n), stride = leading(a.stride), room = 66 * std::max(order, 1);
  Vector values(n), work(room);
  int info = 0;
  dsyev_("V", "L", &order, a.data, &stride, values.data(), work.data(), &room, &info);
  COSTRUCT_ASSERT(info == 0, "the eigenvalues of a finite matrix are found");
  return values;
}

}  // namespace costruct::blas
