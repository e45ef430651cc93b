#include "costruct/data/sites.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace costruct::experiments {
namespace {

constexpr const char* kKeys[] = {"train", "unlabeled"};

std::optional<std::string> check_sites(const Json& value) {
  if (!value.is_array() || value.empty())
    return "must be a list of {\"train\", \"unlabeled\"}, one for each view";
  for (const Json& site : value) {
    if (!site.is_object())
      return "must be a list of {\"train\", \"unlabeled\"}, found " + shown(site);
    for (const auto& [key, paths] : site.items()) {
      if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys))
        return "has a site with the key " + shown(key) + ": must be train or unlabeled";
    }
    for (const char* key : kKeys) {
      if (!site.contains(key)) return fmt::format("has a site without {}: {}", key, shown(site));
      if (const auto wrong = check_paths(site[key]))
        return fmt::format("has {} = {}: {}", key, shown(site[key]), *wrong);
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_path(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text.find('\0') == std::string::npos;
}

std::optional<std::string> check_paths(const Json& value) {
  if (is_path(value)) return std::nullopt;
  if (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_path))
    return std::nullopt;
  return "must be a path or a list of paths, without NUL";
}

OptionInfo sites_option(const Json& paths) {
  OptionInfo info;
  info.name = kSites;
  info.type = OptionType::kJson;
  info.nullable = true;
  info.meaning =
      "in place of train and unlabeled, the files of each view where views have labeled data of "
      "their own: "
      "[{\"train\", \"unlabeled\"}, ...]; null: all views have the same";
  info.check = check_sites;
  info.schema = {{"title", "list of {\"train\", \"unlabeled\"}"},
                 {"type", {"array", "null"}},
                 {"minItems", 1},
                 {"items",
                  {{"type", "object"},
                   {"properties", {{"train", paths}, {"unlabeled", paths}}},
                   {"required", {"train", "unlabeled"}},
                   {"additionalProperties", false}}}};
  return info;
}

}  // namespace costruct::experiments
