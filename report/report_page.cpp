#include "costruct/report/report_page.hpp"

#include <fmt/format.h>

#include "costruct/report/html/html.hpp"
#include "costruct/report/html/report_assets.hpp"

namespace costruct::experiments {
namespace {

/// The page does not contain a longer CSV file.
constexpr std::size_t kLongestDownload = 1 << 20;

std::string chart_figure(const Chart& chart) {
  std::string text = fmt::format("<figure data-label=\"{}\">\n<figcaption>{}</figcaption>\n",
                                 html(chart.label), html(chart.title));
  text += fmt::format(
      "<div class=\"chart\" data-chart=\"{0}\" data-rows=\"{1}\"></div>\n"
      "<script type=\"application/json\" id=\"{0}\">{2}</script>\n",
      chart.id, chart.rows, script_json(chart.spec));
  if (!chart.key.empty()) text += "<p class=\"soft\">" + html(chart.key) + ".</p>\n";
  if (!chart.remark.empty()) text += "<p class=\"soft\">" + html(chart.remark) + "</p>\n";
  return text + "</figure>\n";
}

std::string script_element(std::string_view script) {
  return "<script>" + script_text(script) + "</script>\n";
}

/// The page loads nothing from elsewhere. Vega compiles its expressions and needs unsafe-eval.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
    "img-src data: "
    "blob:";

std::string page_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"generator\" content=\"costruct\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link "
      "rel=\"icon\" "
      "href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      kPolicy, title, embedded::report_style());
}

std::string facts_list(const std::vector<ReportFact>& facts) {
  std::string text = "<dl class=\"facts\">\n";
  for (const ReportFact& fact : facts)
    text += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html(fact.name), html(fact.value));
  return text + "</dl>\n";
}

std::string text_of(const Json& config, const char* key) {
  const auto entry = config.is_object() ? config.find(key) : config.end();
  return entry != config.end() && entry->is_string() ? entry->get<std::string>() : "";
}

std::string prose_content(const ReportProse& prose) {
  std::string text;
  if (!prose.description.empty()) text += "<p class=\"lead\">" + html(prose.description) + "</p>\n";
  if (!prose.source.empty()) text += "<p class=\"soft\">Source: " + html(prose.source) + "</p>\n";
  if (!prose.note.empty())
    text += "<details class=\"note\"><summary>Note</summary><p>" + html(prose.note) +
            "</p></details>\n";
  return text;
}

}  // namespace

ReportProse prose_of(const Json& config, const std::string& source) {
  return {text_of(config, "description"), source, text_of(config, "note")};
}

std::string download_link(const char* name, const std::string& csv, const char* elsewhere) {
  if (csv.size() > kLongestDownload) {
    return fmt::format("<p class=\"soft\">The numbers: {} in the folder of the run.</p>\n",
                       elsewhere);
  }
  return fmt::format(
      "<p class=\"download\"><a download=\"{0}\" href=\"{1}\">Download {0}</a></p>\n", name,
      csv_address(csv));
}

std::string chart_figures(const std::vector<Chart>& charts) {
  std::string text;
  for (const Chart& chart : charts) text += chart_figure(chart);
  return charts.size() < 2 ? text : "<div class=\"choice\">\n" + text + "</div>\n";
}

std::string page_html(const ReportPage& page) {
  const std::string title = html(page.title);
  std::string text = page_head(title);
  text += "<header>\n<h1>" + title + "</h1>\n" + prose_content(page.prose);
  text += facts_list(page.facts) + "<nav aria-label=\"Sections\"><ul>";
  for (const ReportSection& section : page.sections) {
    if (!section.content.empty())
      text += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, section.title);
  }
  const bool has_vega = !embedded::vega().empty();
  text += "</ul></nav>\n";
  text += has_vega ? "<noscript><p>The charts need JavaScript; the tables do not.</p></noscript>\n"
                   : "<p>This program was built without Vega, so there are no charts. Their "
                     "numbers can be downloaded.</p>\n";
  text += "</header>\n<main>\n";
  for (const ReportSection& section : page.sections) {
    if (section.content.empty()) continue;
    const char* const form =
        section.shown == Shown::kOpen
            ? "<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n"
            : "<section aria-labelledby=\"{0}\">\n<details class=\"fold\"><summary><h2 "
              "id=\"{0}\">{1}</h2></summary>\n"
              "{2}</details>\n</section>\n";
    text += fmt::format(fmt::runtime(form), section.id, section.title, section.content);
  }
  text += "</main>\n<footer><p>Made by costruct.";
  if (has_vega)
    text += " Charts by Vega, Vega-Lite and Vega-Embed (BSD 3-clause), inside this file.";
  text += "</p></footer>\n";
  for (const std::string_view script : {embedded::vega(), embedded::vega_lite(),
                                        embedded::vega_embed(), embedded::report_script()}) {
    text += script_element(script);
  }
  return text + "</body>\n</html>\n";
}

}  // namespace costruct::experiments
