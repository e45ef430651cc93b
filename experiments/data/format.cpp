#include "costruct/experiments/data/format.hpp"

namespace costruct::experiments {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{svmlight_format(), svmhmm_format(), conll_format(), brown_format()};
  return all;
}

const Format* find_format(const std::string& name) {
  for (const Format& format : formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace costruct::experiments
