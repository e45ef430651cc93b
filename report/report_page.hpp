// The parts of a report's page: its frame, sections, charts and downloads.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"

namespace costruct::experiments {

/// Whether a section is open or folded below its title when the page is loaded.
enum class Shown { kOpen, kFolded };

/// A section of the page. `id` is unique on the page; `title` and `content` are HTML. A section
/// with empty content is left out.
struct ReportSection {
  std::string id, title, content;
  Shown shown = Shown::kFolded;
};

/// A number at the top of the page, as plain text.
struct ReportFact {
  std::string name, value;
};

/// The texts of a config about itself, as plain text. Each may be empty.
struct ReportProse {
  std::string description, source, note;
};
/// The texts "description" and "note" of a config, and the source of its run.
ReportProse prose_of(const Json& config, const std::string& source);

/// The content of a page. `title` is plain text.
struct ReportPage {
  std::string title;
  ReportProse prose;
  std::vector<ReportFact> facts;
  std::vector<ReportSection> sections;
};

/// The whole page as one HTML file that contains the drawing libraries.
std::string page_html(const ReportPage& page);

/// The charts as HTML, each with its specification. The reader chooses which one of several charts
/// is shown. Without JavaScript all are shown.
std::string chart_figures(const std::vector<Chart>& charts);

/// A link to a CSV file that the page contains. If the file is larger than 1 MiB, the page does not
/// contain it. A sentence then says where its numbers are.
/// @param name       the name of the downloaded file
/// @param csv        its content
/// @param elsewhere  the file in the run's folder that has the numbers
std::string download_link(const char* name, const std::string& csv, const char* elsewhere);

}  // namespace costruct::experiments
