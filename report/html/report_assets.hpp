// Files that the report carries inside, from the program itself.
#pragma once

#include <string_view>

namespace costruct::experiments {

struct ReportAssets {
  std::string_view vega, vega_lite, vega_embed;  ///< scripts; their order matters
  std::string_view script, style;                ///< ours
  std::string_view figures;                      ///< ours too, for Node.js: draws without a browser
};

ReportAssets report_assets();

}  // namespace costruct::experiments
