#include "costruct/data/features/rows/missing_marks.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr const char* kUsualMarks[] = {
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A",      "NA",  "NULL",    "NaN",      "None", "n/a",  "nan",    "null"};

}  // namespace

OptionInfo missing_option() {
  return json_option(kMissingOption, Json::array(),
                     list_form("list of texts that are not empty", text_form()),
                     "marks of a missing cell beside \"\", ?, NA, NaN, null and the like");
}

MissingMarks::MissingMarks(const Json& block)
    : marks_(std::begin(kUsualMarks), std::end(kUsualMarks)) {
  const auto own = block.find(kMissingOption);
  if (own != block.end() && !own->is_null())
    for (const Json& mark : *own) marks_.push_back(mark.get<std::string>());
  std::sort(marks_.begin(), marks_.end());
}

bool MissingMarks::contains(std::string_view cell) const {
  return std::binary_search(marks_.begin(), marks_.end(), cell, std::less<>());
}

}  // namespace costruct::experiments
