// Trained regression models and their files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/view_policy.hpp"

namespace costruct::experiments {

/// Reads data files, and has a function for each view of what they hold.
struct RegressionModel {
  Encoder encoder;
  ViewAssignment assignment;               ///< of the encoder's features
  std::vector<KernelExpansion> functions;  ///< per view
  Json learner;                            ///< the learner block with its defaults, for people
};

/// Writes a model file; `origin`, for people, says where it comes from; points with the coefficient
/// 0 are left out. Throws DataError where a number is not finite.
void save_regression_model(const std::filesystem::path& file, const Config& config,
                           const Json& origin, const Encoder& encoder,
                           const ViewAssignment& assignment,
                           const std::vector<KernelExpansion>& functions);

/// Where the model of a site lies whose models are called `file` together: FILE.site-1, FILE.site-2
/// ...
std::filesystem::path site_file(const std::filesystem::path& file, Index site);

/// Writes the file that stands for the models of all sites: it names them and holds nothing of
/// theirs.
void save_site_index(const std::filesystem::path& file, const Config& config, const Json& origin,
                     Index num_sites);

/// The model in a file, or those of all sites where the file names them; they lie beside it. Throws
/// DataError for files that are missing, malformed, or whose parts do not fit each other.
std::vector<RegressionModel> load_regression_models(const std::filesystem::path& file);

}  // namespace costruct::experiments
