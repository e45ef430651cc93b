// The program's operators new and delete. They call malloc and count the memory, so that reading
// can keep within its limit (heap_limit.hpp). The forms for arrays call these. The forms that do
// not throw are defined here, too: a sanitizer has its own, whose memory our delete could not free.
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "costruct/io/heap_limit.hpp"

namespace {

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  costruct::experiments::count_heap(static_cast<std::int64_t>(::malloc_usable_size(memory)));
  return memory;
}

void free_counted(void* memory) noexcept {
  if (memory == nullptr) return;
  costruct::experiments::count_heap(-static_cast<std::int64_t>(::malloc_usable_size(memory)));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  costruct::experiments::check_heap(size);
  return counted(std::malloc(std::max<std::size_t>(size, 1)));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  costruct::experiments::check_heap(size);
  const auto step = static_cast<std::size_t>(alignment);
  return counted(
      std::aligned_alloc(step, (std::max<std::size_t>(size, 1) + step - 1) / step * step));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (...) {
    return nullptr;
  }
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  try {
    return operator new(size, alignment);
  } catch (...) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept {
  free_counted(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  free_counted(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  free_counted(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  free_counted(memory);
}
