#include "costruct/experiments/models/kernel_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/kernel/cholesky_features.hpp"
#include "costruct/core/kernel/feature_scaling.hpp"
#include "costruct/core/kernel/graph_features.hpp"
#include "costruct/core/kernel/product_features.hpp"
#include "costruct/core/text/counted.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kKey = "kernel";
constexpr const char* kScaled = "scaled";

std::string kernel_array(std::size_t view, const std::string& what) {
  return fmt::format("kernel.{}.{}", view, what);
}

Json json_with(const char* features, const Kernel& kernel) {
  Json block = kernel_json(kernel);
  block["features"] = features;
  return block;
}

void write_points(ModelWriter& model, std::size_t view, const std::string& name,
                  const Points& points) {
  model.add(kernel_array(view, name + ".begin"), points.begin());
  model.add(kernel_array(view, name + ".feature"), points.feature());
  model.add(kernel_array(view, name + ".value"), points.value());
}

// Writes the arrays of the features of a view and returns their block.
Json write_features(ModelWriter& model, std::size_t v, const KernelFeatures& features) {
  if (const auto* scaled = dynamic_cast<const ScaledFeatures*>(&features)) {
    if (!scaled->scaling().shift.empty())
      model.add(kernel_array(v, "shift"), std::span<const double>(scaled->scaling().shift));
    model.add(kernel_array(v, "factor"), std::span<const double>(scaled->scaling().factor));
    Json block = scaled->inner() ? write_features(model, v, *scaled->inner())
                                 : Json{{"type", "linear"}, {"features", kScaled}};
    block["scaling"] = scaling_names()[static_cast<std::size_t>(scaled->scaling().kind)];
    return block;
  }
  if (const auto* products = dynamic_cast<const ProductFeatures*>(&features)) {
    std::vector<std::int32_t> ids;
    for (const Product& product : products->products())
      ids.insert(ids.end(), product.begin(), product.end());
    model.add(kernel_array(v, "products"), std::span<const std::int32_t>(ids),
              {features.dimension(), 3});
    return json_with("products", products->kernel());
  }
  if (const auto* graph = dynamic_cast<const GraphFeatures*>(&features)) {
    write_points(model, v, "points", graph->points());
    model.add(kernel_array(v, "coordinates"), std::span<const double>(graph->coordinates()),
              {graph->points().size(), graph->dimension()});
    Json block = {{"type", "graph"}, {"rho", graph->kernel().rho}, {"features", "points"}};
    if (graph->kernel().edges == GraphEdges::kShared) {
      block["edges"] = "shared";
    } else {
      block["neighbours"] = graph->kernel().neighbours;
    }
    return block;
  }
  const auto& factor = dynamic_cast<const CholeskyFeatures&>(features);
  write_points(model, v, "landmarks", factor.landmarks());
  model.add(kernel_array(v, "triangle"), std::span<const double>(factor.triangle()));
  return json_with("cholesky", factor.kernel());
}

class KernelReader {
 public:
  KernelReader(const ModelReader& model, std::size_t view, Index num_features)
      : model_(model), view_(view), num_features_(num_features) {}

  std::shared_ptr<const KernelFeatures> read(Json block) const {
    if (!block.is_object()) fail("is no object");
    const Json features = block.value("features", Json());
    block.erase("features");
    const KernelOptions options = read_options(block, features);
    if (options.scaling != Scaling::kNone) {
      FeatureScaling scaling = read_scaling(options.scaling);
      return std::make_shared<const ScaledFeatures>(
          std::move(scaling),
          options.type == KernelType::kLinear ? nullptr : read_kernel_features(options, features));
    }
    return read_kernel_features(options, features);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(fmt::format("{}: the kernel of view {} {}", model_.file(), view_ + 1, what));
  }

  FeatureScaling read_scaling(Scaling kind) const {
    const auto factor = model_.doubles(kernel_array(view_, "factor"));
    const bool shifts = model_.has(kernel_array(view_, "shift"));
    const auto shift = shifts ? model_.doubles(kernel_array(view_, "shift")) : decltype(factor){};
    if (std::ssize(factor) != num_features_ || (shifts && shift.size() != factor.size())) {
      fail(fmt::format("scales {} and {} features, but its view has {}", shift.size(),
                       factor.size(), num_features_));
    }
    return {kind, Vector(shift.begin(), shift.end()), Vector(factor.begin(), factor.end())};
  }

  std::shared_ptr<const KernelFeatures> read_kernel_features(const KernelOptions& options,
                                                             const Json& features) const {
    if (options.type == KernelType::kGraph) {
      if (features != "points") fail("has no features");
      return read_graph({options.neighbours, options.rho, options.edges});
    }
    const Kernel kernel{options.type, options.degree, options.offset, options.sigma2.value_or(1)};
    if (features == "cholesky") return read_factor(kernel);
    if (features != "products") fail("has no features");
    if (kernel.type != KernelType::kPolynomial || kernel.degree > kLargestProduct)
      fail("has products of no polynomial of degree 1 to 3");
    return read_products(kernel);
  }

  KernelOptions read_options(const Json& block, const Json& features) const {
    ConfigErrors errors;
    check_kernel(block, kKey, errors);
    if (!errors.empty()) fail("is malformed: " + errors.messages().front());
    const KernelOptions options = parse_kernel(block);
    if (options.type == KernelType::kLinear &&
        (options.scaling == Scaling::kNone || features != kScaled))
      fail("is linear");
    if (options.type == KernelType::kGaussian && !options.sigma2) fail("has no sigma2");
    return options;
  }

  std::shared_ptr<const KernelFeatures> read_factor(const Kernel& kernel) const {
    Points landmarks = read_points("landmarks");
    const auto triangle = model_.doubles(kernel_array(view_, "triangle"));
    const auto r = static_cast<std::size_t>(landmarks.size());
    if (triangle.size() != r * (r + 1) / 2) {
      fail(fmt::format("has {} landmarks and {} entries of their factor, expected {}", r,
                       triangle.size(), r * (r + 1) / 2));
    }
    for (std::size_t m = 0, at = 0; m < r; at += r - m, ++m) {
      if (!(triangle[at] > 0)) fail("has a factor whose diagonal is not positive");
    }
    return std::make_shared<const CholeskyFeatures>(kernel, std::move(landmarks),
                                                    Vector(triangle.begin(), triangle.end()));
  }

  std::shared_ptr<const KernelFeatures> read_graph(const GraphKernel& kernel) const {
    const Points points = read_points("points");
    PointSet different;
    for (Index i = 0; i < points.size(); ++i) {
      if (different.insert(points[i]) != i) fail("has two equal points");
    }
    const auto coordinates = model_.doubles(kernel_array(view_, "coordinates"));
    const Index r = points.size() == 0 ? 0 : static_cast<Index>(coordinates.size()) / points.size();
    if (static_cast<Index>(coordinates.size()) != points.size() * r)
      fail(fmt::format("has {} points and {} coordinates", points.size(), coordinates.size()));
    return std::make_shared<const GraphFeatures>(kernel, points, r,
                                                 Vector(coordinates.begin(), coordinates.end()));
  }

  Points read_points(const std::string& name) const {
    const auto begin = model_.integers(kernel_array(view_, name + ".begin"));
    const auto feature = model_.integers32(kernel_array(view_, name + ".feature"));
    const auto value = model_.doubles(kernel_array(view_, name + ".value"));
    const auto entries = static_cast<std::int64_t>(feature.size());
    if (begin.empty() || begin.front() != 0 || begin.back() != entries ||
        feature.size() != value.size() || !std::is_sorted(begin.begin(), begin.end())) {
      fail("has " + name + " whose arrays do not fit each other");
    }
    Points points;
    for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
      const auto first = static_cast<std::size_t>(begin[i]),
                 count = static_cast<std::size_t>(begin[i + 1]) - first;
      const PointView point{feature.subspan(first, count), value.subspan(first, count)};
      if (!fits_view(point))
        fail("has " + name + " whose features do not ascend, or are none of its view");
      points.add(point);
    }
    return points;
  }

  bool fits_view(PointView point) const {
    for (std::size_t i = 0; i < point.feature.size(); ++i) {
      const std::int32_t feature = point.feature[i];
      if (feature < 0 || feature >= num_features_ || (i > 0 && feature <= point.feature[i - 1]))
        return false;
    }
    return true;
  }

  std::shared_ptr<const KernelFeatures> read_products(const Kernel& kernel) const {
    const auto ids = model_.integers32(kernel_array(view_, "products"));
    constexpr std::size_t kFactors = std::tuple_size_v<Product>;
    if (ids.size() % kFactors != 0) fail("has products of other than 3 places");
    std::vector<Product> products(ids.size() / kFactors);
    for (std::size_t i = 0; i < products.size(); ++i) {
      Product& product = products[i];
      std::copy_n(ids.begin() + static_cast<std::ptrdiff_t>(i * kFactors), kFactors,
                  product.begin());
      const bool fits = std::is_sorted(product.begin(), product.end()) && product.front() >= -1 &&
                        product.back() < num_features_ && (i == 0 || products[i - 1] < product);
      if (!fits) fail("has products that do not ascend, or whose features are none of its view");
    }
    return std::make_shared<const ProductFeatures>(kernel, std::move(products));
  }

  const ModelReader& model_;
  std::size_t view_;
  Index num_features_;
};

}  // namespace

Json kernel_json(const Kernel& kernel) {
  switch (kernel.type) {
    case KernelType::kPolynomial:
      return {{"type", "polynomial"}, {"degree", kernel.degree}, {"offset", kernel.offset}};
    case KernelType::kGaussian:
      return {{"type", "gaussian"}, {"sigma2", kernel.sigma2}};
    case KernelType::kLinear:
    case KernelType::kGraph:
      break;
  }
  return {{"type", "linear"}};
}

void write_kernels(ModelWriter& model, const ViewKernels& kernels) {
  if (kernels.empty()) return;
  Json blocks = Json::array();
  for (std::size_t v = 0; v < kernels.size(); ++v)
    blocks.push_back(write_features(model, v, *kernels[v]));
  model.set(kKey, blocks);
}

ViewKernels read_kernels(const ModelReader& model, std::span<const Index> num_features) {
  ViewKernels kernels;
  if (!model.has_fact(kKey)) return kernels;
  const Json blocks = model.get(kKey);
  if (!blocks.is_array() || blocks.size() != num_features.size()) {
    throw DataError(fmt::format("{}: kernels of {}, but the model has {}", model.file(),
                                counted(std::ssize(blocks), "view"), num_features.size()));
  }
  for (std::size_t v = 0; v < blocks.size(); ++v)
    kernels.push_back(KernelReader(model, v, num_features[v]).read(blocks[v]));
  return kernels;
}

}  // namespace costruct::experiments
