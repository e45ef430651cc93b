// Speed of processing emails, from JSON lines to the features of pairs, on one core.
//
//   bench_email_pairs FILE [WINDOW]   FILE: emails, one JSON object on each line (plain, .gz or
//                                     .xz); each email is compared with the WINDOW (200) before it
//
// Prints emails read and sketched per second, with and without decompression and parsing, and bytes
// of a sketch. It also prints emails weighted per second, pairs compared per second, and
// nanoseconds for each pair.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "costruct/io/line_reader.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/pair_features.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;
using namespace costruct::experiments;

int main(int count, char** arguments) {
  if (count < 2) {
    fmt::print("usage: bench_email_pairs FILE [WINDOW]\n");
    return 2;
  }
  const std::size_t window = count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 200;
  std::vector<std::string> lines;
  std::vector<Email> emails;
  std::vector<EmailSketch> sketches;
  const double reading = seconds_of([&] {
    LineReader reader{std::filesystem::path(arguments[1])};
    for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  });
  const double parsing = seconds_of([&] {
    for (const std::string& line : lines) emails.push_back(email_from_json(line));
  });
  const double sketching = seconds_of([&] {
    for (const Email& email : emails) sketches.push_back(sketch_of(email));
  });
  const auto n = static_cast<double>(emails.size());
  fmt::print(
      "{} emails: {:.0f}/s from file to sketch, {:.0f}/s from line to sketch, {:.0f}/s sketched\n",
      emails.size(), n / (reading + parsing + sketching), n / (parsing + sketching), n / sketching);

  std::string bytes;
  std::size_t words = 0;
  DocumentFrequencies frequencies;
  for (const EmailSketch& sketch : sketches) {
    append_sketch(sketch, bytes);
    frequencies.add(sketch);
    words += sketch.body_words.size();
  }
  fmt::print("{:.0f} bytes a packed sketch, {:.0f} different words\n",
             static_cast<double>(bytes.size()) / n, static_cast<double>(words) / n);

  std::vector<WeightedSketch> weighted;
  const double weighing = seconds_of([&] {
    for (const EmailSketch& sketch : sketches) weighted.push_back(weigh(sketch, frequencies));
  });
  std::size_t pairs = 0;
  double sum = 0;
  const double comparing = seconds_of([&] {
    std::array<float, kEmailFeatures> features;
    for (std::size_t i = 0; i < weighted.size(); ++i) {
      for (std::size_t j = i - std::min(i, window); j < i; ++j, ++pairs) {
        compare(weighted[i], weighted[j], features);
        sum += features.back();
      }
    }
  });
  const auto all = static_cast<double>(pairs);
  fmt::print(
      "{:.0f}/s weighed, {} bytes each; {} pairs: {:.0f}/s, {:.0f} ns each (mean overlap {:.4f})\n",
      n / weighing, sizeof(WeightedSketch), pairs, all / comparing, 1e9 * comparing / all,
      sum / all);
}
