// A state file has four parts. It begins with a line of JSON with the facts and the batches. The
// sketches of the emails, the unread bytes of a pipe, and a checksum of these three follow.
#include "costruct/mail/stream/stream_state.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"
#include "costruct/io/output_file.hpp"

namespace costruct::experiments {
namespace {

using StateJson = nlohmann::json;

constexpr Index kStateVersion = 1;
constexpr std::size_t kChecksumDigits = 16;
constexpr std::uintmax_t kLargestState = std::uintmax_t{1} << 33;

std::string checksum_of(std::string_view bytes) {
  return fmt::format("{:016x}", hash_bytes(bytes));
}

}  // namespace

void save_state(const std::filesystem::path& file, const StreamState& state) {
  const StateJson facts = {{"costruct_stream", kStateVersion},
                           {"model", state.model},
                           {"window", state.window},
                           {"lines", state.lines},
                           {"lines_hash", state.lines_hash},
                           {"emails", state.emails},
                           {"skipped", state.skipped},
                           {"batches", state.batches},
                           {"batch", state.batch}};
  std::string bytes = facts.dump() + "\n";
  for (const EmailSketch& sketch : state.sketches) append_sketch(sketch, bytes);
  bytes += state.unread;
  bytes += checksum_of(bytes);
  write_file_to_disk(file, bytes);
}

std::optional<StreamState> load_state(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error && !std::filesystem::exists(file)) return std::nullopt;
  const auto damaged = [&](const char* what) {
    return DataError(
        fmt::format("{}: no state of a stream, or damaged: {}; without it the stream begins anew",
                    file.string(), what));
  };
  if (error || size > kLargestState) throw damaged("it cannot be read");
  std::ifstream in(file, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    throw damaged("it cannot be read");
  if (bytes.size() < kChecksumDigits) throw damaged("it is too short");
  const std::string checksum = bytes.substr(bytes.size() - kChecksumDigits);
  bytes.resize(bytes.size() - kChecksumDigits);
  if (checksum != checksum_of(bytes)) throw damaged("its checksum is another");
  const std::size_t end = bytes.find('\n');
  if (end == std::string::npos) throw damaged("it is cut off");
  StreamState state;
  try {
    const StateJson facts = StateJson::parse(bytes.substr(0, end));
    if (facts.at("costruct_stream") != kStateVersion) throw damaged("another version wrote it");
    state.model = facts.at("model").get<std::string>();
    state.window = facts.at("window").get<Index>();
    state.lines = facts.at("lines").get<Index>();
    state.lines_hash = facts.at("lines_hash").get<std::uint64_t>();
    state.emails = facts.at("emails").get<Index>();
    state.skipped = facts.at("skipped").get<Index>();
    state.batches = facts.at("batches").get<Index>();
    state.batch = facts.at("batch").get<std::vector<Index>>();
  } catch (const StateJson::exception&) {
    throw damaged("a fact is missing");
  }
  std::string_view rest = std::string_view(bytes).substr(end + 1);
  for (const Index batch : state.batch) {
    if (batch < 0 || batch >= state.batches) throw damaged("a batch that was not opened");
    state.sketches.push_back(read_sketch(rest));
  }
  state.unread = rest;
  if (state.window < std::ssize(state.batch)) throw damaged("more emails than the window holds");
  return state;
}

}  // namespace costruct::experiments
