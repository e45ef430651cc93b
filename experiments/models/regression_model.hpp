// Writes and reads files of trained regression models.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/core/regression/kernel_expansion.hpp"
#include "costruct/data/encoder.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/config/view_policy.hpp"

namespace costruct::experiments {

/// A trained model: it reads data files and has a function for each view of their examples.
struct RegressionModel {
  Encoder encoder;
  ViewAssignment assignment;               ///< of the encoder's features
  std::vector<KernelExpansion> functions;  ///< per view
  Json learner;                            ///< the learner block with its defaults, for readers
};

/// Writes a model file. Points with the coefficient 0 are left out. Throws DataError if a number is
/// not finite.
/// @param origin  describes where the model comes from, for readers
void save_regression_model(const std::filesystem::path& file, const Config& config,
                           const Json& origin, const Encoder& encoder,
                           const ViewAssignment& assignment,
                           const std::vector<KernelExpansion>& functions);

/// The file of one site's model, if the models of all sites are called `file`: FILE.site-1,
/// FILE.site-2 ... A site is a view with labeled data of its own (data/sites.hpp).
/// @param site  from 0
std::filesystem::path site_file(const std::filesystem::path& file, Index site);

/// Writes the file that represents the models of all sites. It has their number, from which
/// site_file() gives their names, and none of their content.
void save_site_index(const std::filesystem::path& file, const Config& config, const Json& origin,
                     Index num_sites);

/// The model in a file, or the models of all sites if the file names them; these must be beside it.
/// Throws DataError for files that are missing or malformed, or whose parts do not match.
std::vector<RegressionModel> load_regression_models(const std::filesystem::path& file);

}  // namespace costruct::experiments
