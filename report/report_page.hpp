// What every report's page is made of: its frame, its sections, charts and downloads.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"

namespace costruct::experiments {

enum class Shown { kOpen, kFolded };

/// A section of the page; empty content, no section.
struct ReportSection {
  std::string id, title, content;
  Shown shown = Shown::kFolded;  ///< whether it can be read at once, or is folded below its title
};

/// A number at the head of the page; plain text.
struct ReportFact {
  std::string name, value;
};

/// What the config says of itself in words; plain text, each may be empty.
struct ReportProse {
  std::string description, source, note;
};
/// The prose of a config and of the run's source.
ReportProse prose_of(const Json& config, const std::string& source);

struct ReportPage {
  std::string title;
  ReportProse prose;
  std::vector<ReportFact> facts;
  std::vector<ReportSection> sections;
};

/// The whole page in one file, drawing libraries inside.
std::string page_html(const ReportPage& page);

/// Charts, each with its specification beside it. Of several one is shown, by choice; all without
/// JavaScript.
std::string chart_figures(const std::vector<Chart>& charts);

/// A link to a CSV file carried inside, or where it is too long a word on where its numbers are.
std::string download_link(const char* name, const std::string& csv, const char* elsewhere);

}  // namespace costruct::experiments
