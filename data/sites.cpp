#include "costruct/data/sites.hpp"

namespace costruct::experiments {

Json paths_form() {
  const Json path = text_form("path");
  return any_form("path or a list of paths", {path, list_form("", path, {.at_least = 1})});
}

OptionInfo sites_option() {
  const std::vector<OptionInfo> files{
      required(json_option("train", nullptr, paths_form(),
                           "files with the labeled examples of this view")),
      required(json_option("unlabeled", nullptr, paths_form(), "files with unlabeled examples"))};
  return json_option(
      kSites, nullptr,
      or_null(list_form("list of {\"train\", \"unlabeled\"}, one for each view",
                        object_form(files, "object with train and unlabeled"), {.at_least = 1})),
      "the files of each view, in place of train and unlabeled; null: all views have the same");
}

}  // namespace costruct::experiments
