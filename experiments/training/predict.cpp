#include "costruct/experiments/training/predict.hpp"

#include <fmt/format.h>

#include "costruct/experiments/models/regression_model.hpp"
#include "costruct/experiments/runs/file_roles.hpp"
#include "costruct/experiments/tasks/task.hpp"

namespace costruct::experiments {
namespace {

FileRoles roles_of(const std::filesystem::path& model, const std::filesystem::path& data) {
  FileRoles roles;
  roles.reads(model, "the model");
  std::error_code none;
  for (Index site = 0; std::filesystem::exists(site_file(model, site), none); ++site)
    roles.reads(site_file(model, site), "the model");
  roles.reads(data, "the data file");
  return roles;
}

// Metrics to stdout, all of it to `report` where that is not empty.
void write_evaluation(const Json& evaluation, const std::filesystem::path& report) {
  OutputFile out("");
  const Json intervals = evaluation.value("intervals", Json::object());
  for (const auto& [name, value] : evaluation.at("metrics").items()) {
    out.write(fmt::format("{}\t{}", name, value.get<double>()));
    if (const auto found = intervals.find(name); found != intervals.end())
      out.write(fmt::format("\t{}\t{}", found->at(0).get<double>(), found->at(1).get<double>()));
    out.write("\n");
  }
  out.commit();
  if (!report.empty()) write_file(report, evaluation.dump(2) + "\n");
}

}  // namespace

void predict_file(const std::filesystem::path& model, const std::filesystem::path& data,
                  const std::filesystem::path& output, const std::atomic<bool>* stop,
                  PredictionFormat format) {
  FileRoles roles = roles_of(model, data);
  roles.writes(output, "--output");
  if (output.empty()) roles.writes_stdout();
  roles.check();
  const std::unique_ptr<Model> loaded = load_model(model);
  OutputFile out(output);
  if (format == PredictionFormat::kText) {
    loaded->predict(data, out, stop);
  } else {
    out.write(loaded->draw(data));
  }
  out.commit();
}

void evaluate_file(const std::filesystem::path& model, const std::filesystem::path& data,
                   const std::filesystem::path& report, Resampling resampling) {
  FileRoles roles = roles_of(model, data);
  roles.writes(report, "--report");
  roles.check();
  write_evaluation(load_model(model)->evaluate(data, resampling), report);
}

std::string describe_model(const std::filesystem::path& model) {
  std::string text;
  for (const std::string& line : load_model(model)->description()) text += line + "\n";
  return text;
}

}  // namespace costruct::experiments
