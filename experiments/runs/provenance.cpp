#include "costruct/experiments/runs/provenance.hpp"

#include <ctime>
#include <fstream>
#include <thread>

#include "costruct/experiments/plugins/plugins.hpp"

namespace costruct::experiments {
namespace {

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

std::string program_version() {
  return COSTRUCT_VERSION;
}

std::string version_with_revision() {
  const std::string revision = COSTRUCT_REVISION;
  return program_version() + (revision.empty() ? "" : " (" + revision + ")");
}

Json program_provenance() {
  Json program = {{"version", program_version()},
                  {"revision", COSTRUCT_REVISION},
                  {"compiler", COSTRUCT_COMPILER},
                  {"flags", COSTRUCT_FLAGS},
                  {"processor", processor()},
                  {"hardware_threads", std::thread::hardware_concurrency()},
                  {"date", date_now()}};
  if (const Json plugins = loaded_plugins(); !plugins.empty()) program["plugins"] = plugins;
  return program;
}

Json data_provenance(const LoadedData& data) {
  Json files = Json::array();
  for (const auto* list : {&data.train, &data.unlabeled, &data.test, &data.texts}) {
    for (const FileFacts& file : *list) {
      files.push_back(
          {{"path", file.path.string()}, {"bytes", file.bytes}, {"fnv1a", file.checksum}});
    }
  }
  return files;
}

}  // namespace costruct::experiments
