#include "costruct/data/data_config.hpp"

#include "costruct/data/sites.hpp"

namespace costruct::experiments {
namespace {

// The value of a key; null if the block does not have it.
const Json& value_under(const Json& block, const char* key) {
  static const Json none;
  const auto at = block.find(key);
  return at == block.end() ? none : *at;
}

// The paths under a key: one path, a list of paths, or none.
std::vector<std::string> paths_under(const Json& block, const char* key) {
  const Json& paths = value_under(block, key);
  if (paths.is_null()) return {};
  if (paths.is_string()) return {paths.get<std::string>()};
  return paths.get<std::vector<std::string>>();
}

}  // namespace

DataConfig read_data_config(const Json& block) {
  DataConfig data;
  data.block = resolve_dataset(block);
  if (block.contains(kGenerate)) {
    data.generated = read_generate(data.block.at(kGenerate));
    return data;
  }
  if (block.contains("dataset"))
    data.dataset = find_dataset(block.at("dataset").get<std::string>());
  data.format = find_format(data.block.at("format").get<std::string>());
  data.train = paths_under(data.block, "train");
  data.unlabeled = paths_under(data.block, "unlabeled");
  data.test = paths_under(data.block, "test");
  for (const Json& site : value_under(data.block, kSites)) {
    Json own = data.block;
    own.erase(kSites);
    own.update(site);
    data.sites.push_back(read_data_config(own));
  }
  return data;
}

}  // namespace costruct::experiments
