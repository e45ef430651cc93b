// The scripts and the style sheet of reports, as text. cmake/costruct_embed.cmake compiles these
// files into the program, so that it needs none of them at run time.
#pragma once

#include <string_view>

namespace costruct::embedded {

// The JavaScript libraries that draw charts. A page must load them in this order. They are empty in
// a program that was built without them.
std::string_view vega();
std::string_view vega_lite();
std::string_view vega_embed();

// The script and the CSS style sheet of the page.
std::string_view report_script();
std::string_view report_style();
// The script for Node.js that draws charts without a browser; see report/charts/figures.hpp.
std::string_view figures_script();

}  // namespace costruct::embedded
