// Files that a report contains. The program carries them (cmake/costruct_embed.cmake).
#pragma once

#include <string_view>

namespace costruct::embedded {

// The scripts that draw, in the order in which a page needs them.
std::string_view vega();
std::string_view vega_lite();
std::string_view vega_embed();

// The script and the style of the page, and the script for Node.js that draws without a browser.
std::string_view report_script();
std::string_view report_style();
std::string_view figures_script();

}  // namespace costruct::embedded
