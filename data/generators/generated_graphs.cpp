#include "costruct/data/generators/generated_graphs.hpp"

namespace costruct::experiments {

Json graph_of(const Picture& picture) {
  Json nodes = Json::array(), edges = Json::array();
  for (std::size_t v = 0; v < picture.labels.size(); ++v)
    nodes.push_back({{"label", picture.labels[v]}, {"features", picture.features[v]}});
  const auto connect = [&](Index from, Index to, const char* type) {
    Json edge = {{"from", from}, {"to", to}, {"type", type}};
    if (picture.edge_features) edge["features"] = picture.edge_features(from, to);
    edges.push_back(std::move(edge));
  };
  for (Index v = 0; v < picture.rows * picture.columns; ++v) {
    if ((v + 1) % picture.columns != 0) connect(v, v + 1, kHorizontal);
    if (v + picture.columns < picture.rows * picture.columns)
      connect(v, v + picture.columns, kVertical);
  }
  return {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
}

PictureRecords::PictureRecords(const std::string& name, Index pictures, Index seed,
                               std::function<Picture(RandomStream& random)> draw)
    : file_("generated " + name),
      stream_("generate/" + name),
      pictures_(pictures),
      seed_(seed),
      draw_(std::move(draw)) {}

bool PictureRecords::next_record(bool /*outputs*/) {
  if (drawn_ == pictures_) return false;
  RandomStream random(static_cast<std::uint64_t>(seed_), static_cast<std::uint64_t>(drawn_),
                      stream_);
  text_ = graph_of(draw_(random)).dump();
  ++drawn_;
  return true;
}

}  // namespace costruct::experiments
