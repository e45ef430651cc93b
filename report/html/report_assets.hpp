// Files that the report contains; the program carries them.
#pragma once

#include <string_view>

namespace costruct::experiments {

/// The content of these files.
struct ReportAssets {
  std::string_view vega, vega_lite, vega_embed;  ///< scripts; their order matters
  std::string_view script, style;                ///< of costruct
  std::string_view figures;                      ///< script for Node.js: draws without a browser
};

ReportAssets report_assets();

}  // namespace costruct::experiments
