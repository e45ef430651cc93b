#include "costruct/experiments/models/regression_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/experiments/models/kernel_model.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kFunctions = "functions";  // the fact: kernel and intercept of each view
constexpr const char* kNumSites = "sites";
constexpr const char* kViewOfFeature = "view_of_feature";

std::string view_array(std::size_t view, const char* what) {
  return fmt::format("view{}.{}", view, what);
}

// Throws std::exception for JSON that is not a kernel of two points.
Kernel kernel_from(const Json& json) {
  ConfigErrors errors;
  check_kernel(json, "kernel", errors);
  errors.throw_if_any("");
  const KernelOptions options = parse_kernel(json);
  if (options.type == KernelType::kGraph)
    throw ConfigError("kernel.type = graph: no function of two points");
  return {options.type, options.degree, options.offset, options.sigma2.value_or(1)};
}

bool all_finite(ConstVectorRef numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

void add_function(ModelWriter& writer, std::size_t view, const KernelExpansion& f) {
  const Index d = f.points.rows;
  Vector points, coefficients;
  for (Index i = 0; i < f.points.cols; ++i) {
    if (f.coefficients[i] == 0) continue;
    const ConstVectorRef point = f.points.column(i);
    points.insert(points.end(), point.begin(), point.end());
    coefficients.push_back(f.coefficients[i]);
  }
  if (!all_finite(coefficients) || !all_finite(points) || !std::isfinite(f.intercept)) {
    throw DataError(
        "training gave coefficients that are not finite: the values of the training data are too "
        "large; scale them down");
  }
  const auto r = static_cast<Index>(coefficients.size());
  writer.add(view_array(view, "points"), std::span<const double>(points), {r, d});
  writer.add(view_array(view, "coefficients"), std::span<const double>(coefficients));
  if (f.scaling.mean.empty()) return;
  writer.add(view_array(view, "mean"), std::span<const double>(f.scaling.mean));
  writer.add(view_array(view, "inverse"), std::span<const double>(f.scaling.inverse));
}

void write_facts(ModelWriter& writer, const Config& config, const Json& origin) {
  Json problem = config.problem_options;
  problem["type"] = config.problem->name;
  writer.set("problem", problem);
  writer.set("learner", config.effective.at("learner"));
  writer.set("views", config.learners.front().views.block);
  writer.set("origin", origin);
  if (!config.reported_metrics.empty()) writer.set(kReportedMetrics, config.reported_metrics);
}

class FunctionReader {
 public:
  explicit FunctionReader(const ModelReader& model) : model_(model) {}

  KernelExpansion read(std::size_t view, const Json& facts, Index dimension) const {
    KernelExpansion f;
    try {
      f.kernel = kernel_from(facts.at("kernel"));
      f.intercept = facts.at("intercept").get<double>();
    } catch (const std::exception& error) {
      fail(view, std::string("has no kernel or intercept: ") + error.what());
    }
    f.coefficients = vector(view_array(view, "coefficients"));
    const auto r = static_cast<Index>(f.coefficients.size());
    const std::string points = view_array(view, "points");
    if (model_.shape(points) != std::vector<Index>{r, dimension})
      fail(view, fmt::format("needs {} points of {} coordinates", r, dimension));
    f.points.rows = dimension;
    f.points.cols = r;
    f.points.data = vector(points);
    if (!model_.has(view_array(view, "mean"))) return f;
    f.scaling = {vector(view_array(view, "mean")), vector(view_array(view, "inverse"))};
    const auto d = static_cast<std::size_t>(dimension);
    if (f.scaling.mean.size() != d || f.scaling.inverse.size() != d)
      fail(view, fmt::format("needs a mean and a scale for each of {} coordinates", d));
    return f;
  }

 private:
  Vector vector(const std::string& name) const {
    const auto numbers = model_.doubles(name);
    return {numbers.begin(), numbers.end()};
  }
  [[noreturn]] void fail(std::size_t view, const std::string& what) const {
    throw DataError(fmt::format("{}: damaged model: view {} {}", model_.file(), view + 1, what));
  }

  const ModelReader& model_;
};

RegressionModel read_model(const ModelReader& reader) {
  const auto damaged = [&](const std::string& what) {
    return DataError(reader.file() + ": damaged model: " + what);
  };
  RegressionModel model{Encoder::load(reader), {}, {}, {}};
  if (model.encoder.target() != Target::kNumber) throw damaged("it reads labels, not numbers");
  if (reader.has_fact("learner")) model.learner = reader.get("learner");
  const Json functions = reader.get(kFunctions);
  if (!functions.is_array() || functions.empty()) throw damaged("it has no functions");
  model.assignment.count = static_cast<Index>(functions.size());
  const auto view_of = reader.integers32(kViewOfFeature);
  model.assignment.view_of.assign(view_of.begin(), view_of.end());
  if (static_cast<Index>(view_of.size()) != model.encoder.num_features()) {
    throw damaged(fmt::format("views of {} features, but it has {}", view_of.size(),
                              model.encoder.num_features()));
  }
  std::vector<Index> dimension(functions.size(), 0);
  for (const std::int32_t view : view_of) {
    if (view < -1 || view >= model.assignment.count)
      throw damaged(
          fmt::format("a feature of view {}, but it has {}", view + 1, model.assignment.count));
    if (view >= 0) ++dimension[view];
  }
  for (std::size_t v = 0; v < functions.size(); ++v)
    model.functions.push_back(FunctionReader(reader).read(v, functions[v], dimension[v]));
  return model;
}

}  // namespace

void save_regression_model(const std::filesystem::path& file, const Config& config,
                           const Json& origin, const Encoder& encoder,
                           const ViewAssignment& assignment,
                           const std::vector<KernelExpansion>& all) {
  ModelWriter writer;
  write_facts(writer, config, origin);
  Json functions = Json::array();
  for (std::size_t v = 0; v < all.size(); ++v) {
    const KernelExpansion& f = all[v];
    add_function(writer, v, f);
    functions.push_back({{"kernel", kernel_json(f.kernel)}, {"intercept", f.intercept}});
  }
  writer.set(kFunctions, functions);
  writer.add(kViewOfFeature, std::span<const std::int32_t>(assignment.view_of));
  encoder.save(writer, std::vector<bool>(encoder.num_features(), true));
  writer.write(file);
}

std::filesystem::path site_file(const std::filesystem::path& file, Index site) {
  return file.string() + fmt::format(".site-{}", site + 1);
}

void save_site_index(const std::filesystem::path& file, const Config& config, const Json& origin,
                     Index num_sites) {
  ModelWriter writer;
  write_facts(writer, config, origin);
  writer.set(kNumSites, num_sites);
  writer.write(file);
}

std::vector<RegressionModel> load_regression_models(const std::filesystem::path& file) {
  std::vector<RegressionModel> models;
  const ModelReader reader(file);
  if (!reader.has_fact(kNumSites)) {
    models.push_back(read_model(reader));
    return models;
  }
  const Json sites = reader.get(kNumSites);
  constexpr Index kMostSites = 10000;
  if (!sites.is_number_integer() || sites < 1 || sites > kMostSites)
    throw DataError(reader.file() + ": damaged model: " + shown(sites) + " sites");
  for (Index site = 0; site < sites.get<Index>(); ++site) {
    const std::filesystem::path of_site = site_file(file, site);
    if (!std::filesystem::exists(of_site)) {
      throw DataError(fmt::format(
          "{}: stands for the models of {} sites, and {} is not here: bring it here, or "
          "predict at each site with its own model and take the mean",
          file.string(), sites.get<Index>(), of_site.string()));
    }
    models.push_back(read_model(ModelReader(of_site)));
  }
  return models;
}

}  // namespace costruct::experiments
