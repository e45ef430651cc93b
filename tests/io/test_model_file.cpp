#include "costruct/io/model_file.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/io/output_file.hpp"
#include "support/files.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

std::filesystem::path written_model(const TestFolder& folder) {
  ModelWriter writer;
  const std::vector<double> weights{1.5, -2, 0.1, 4, 5, 6};
  const std::vector<std::int32_t> small{7, -8, 9};
  const std::vector<std::int64_t> large{std::int64_t{1} << 40};
  const std::vector<std::string> names{"a", "", "ñandú"};
  writer.add("weights", std::span<const double>(weights), {2, 3});
  writer.add("small", std::span<const std::int32_t>(small));
  writer.add("large", std::span<const std::int64_t>(large));
  writer.add_strings("names", names);
  writer.set("fact", {{"deep", {1, 2, 3}}});
  writer.write(folder.path() / "model");
  return folder.path() / "model";
}

/// A model file with this header text and data.
std::string model_bytes(const std::string& header, const std::string& data = "") {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

const std::string kMetadata =
    R"("__metadata__":{"checksum":"crc64:0000000000000000","format_version":"2"})";

std::string error_of(const TestFolder& folder, const std::string& bytes) {
  return message_of<DataError>([&] { ModelReader(folder.write("bad", bytes)); });
}

}  // namespace

TEST_CASE("a model file gives back what was written", "[data][model]") {
  const TestFolder folder;
  const ModelReader reader(written_model(folder));
  const auto weights = reader.doubles("weights");
  CHECK(std::vector<double>(weights.begin(), weights.end()) ==
        std::vector<double>{1.5, -2, 0.1, 4, 5, 6});
  CHECK(reader.shape("weights") == std::vector<Index>{2, 3});
  CHECK(reader.integers32("small")[1] == -8);
  CHECK(reader.integers("large")[0] == std::int64_t{1} << 40);
  CHECK(reader.strings("names") == std::vector<std::string>{"a", "", "ñandú"});
  CHECK(reader.get("fact") == Json{{"deep", {1, 2, 3}}});
  CHECK(reader.has("small"));
  CHECK_FALSE(reader.has("nothing"));
  CHECK(reader.file() == (folder.path() / "model").string());
}

TEST_CASE("a model file has the safetensors layout", "[data][model]") {
  const TestFolder folder;
  const std::string bytes = bytes_of_file(written_model(folder));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  CHECK(length % 8 == 0);
  const Json header = Json::parse(bytes.substr(8, length));
  for (const auto& [key, value] : header["__metadata__"].items()) CHECK(value.is_string());
  CHECK(header["__metadata__"]["format_version"] == "2");
  std::uint64_t end = 0;
  for (const auto& [name, array] : header.items()) {
    if (name == "__metadata__") continue;
    const std::uint64_t element = array["dtype"] == "U8" ? 1 : array["dtype"] == "I32" ? 4 : 8;
    std::uint64_t count = 1;
    for (const Json& n : array["shape"]) count *= n.get<std::uint64_t>();
    CHECK(array["data_offsets"][1].get<std::uint64_t>() -
              array["data_offsets"][0].get<std::uint64_t>() ==
          count * element);
    CHECK(array["data_offsets"][0].get<std::uint64_t>() % element == 0);
    end = std::max(end, array["data_offsets"][1].get<std::uint64_t>());
  }
  CHECK(8 + length + end == bytes.size());
  double first = 0;
  const auto begin = header["weights"]["data_offsets"][0].get<std::uint64_t>();
  std::memcpy(&first, bytes.data() + 8 + length + begin, 8);
  CHECK(first == 1.5);
}

TEST_CASE("asking for what a model does not have is an error", "[data][model]") {
  const TestFolder folder;
  const ModelReader reader(written_model(folder));
  CHECK_THAT(message_of<DataError>([&] { reader.doubles("nothing"); }),
             Catch::Contains("no array nothing"));
  CHECK_THAT(message_of<DataError>([&] { reader.doubles("small"); }),
             Catch::Contains("dtype I32, expected F64"));
  CHECK_THAT(message_of<DataError>([&] { reader.get("nothing"); }),
             Catch::Contains("no metadata nothing"));
}

TEST_CASE("a model file cut anywhere is an error", "[data][model]") {
  const TestFolder folder;
  const std::string bytes = bytes_of_file(written_model(folder));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(error_of(folder, bytes.substr(0, size)).empty());
  }
  CHECK_THAT(error_of(folder, bytes + "x"), Catch::Contains("bytes of data"));
}

TEST_CASE("malformed model files are errors that say what is wrong", "[data][model]") {
  const TestFolder folder;
  const auto error = [&](const std::string& bytes) { return error_of(folder, bytes); };
  CHECK_THAT(message_of<DataError>([&] { ModelReader(folder.path() / "nowhere"); }),
             Catch::Contains("nowhere"));
  CHECK_THAT(message_of<DataError>([&] { ModelReader(folder.path()); }),
             Catch::Contains("no model file"));
  CHECK_THAT(error("plain text, no model at all"), Catch::Contains("no model file"));
  CHECK_THAT(error(model_bytes("{not json")), Catch::Contains("no JSON"));
  CHECK_THAT(error(model_bytes("[]")), Catch::Contains("no JSON object"));
  CHECK_THAT(error(model_bytes(std::string(100000, '['))),
             Catch::Contains("nested too deep") || Catch::Contains("no JSON"));
  CHECK_THAT(error(model_bytes("{}")), Catch::Contains("no __metadata__"));
  CHECK_THAT(error(model_bytes(R"({"__metadata__":{}})")), Catch::Contains("no format_version"));
  CHECK_THAT(
      error(model_bytes(R"({"__metadata__":{"format_version":"1"}})")),
      Catch::Contains("version \"1\"") && Catch::Contains("reads version 2: train it again"));
  CHECK_THAT(error(model_bytes(R"({"__metadata__":{"format_version":"2"}})")),
             Catch::Contains("no checksum"));
  CHECK_THAT(
      error(model_bytes(
          R"({"__metadata__": {"checksum": "crc64:0000000000000000", "format_version": "2"}})")),
      Catch::Contains("another program"));
  CHECK_THAT(error(model_bytes("{" + kMetadata + "}")),
             Catch::Contains("its content gives crc64:"));
  CHECK_THAT(error(model_bytes(R"({"__metadata__":{"format_version":1}})")),
             Catch::Contains("is no text"));
  const auto with_array = [&](const std::string& array, const std::string& data) {
    return error(model_bytes("{" + kMetadata + ",\"a\":" + array + "}", data));
  };
  CHECK_THAT(with_array(R"({"dtype":"F64","shape":[1]})", "12345678"),
             Catch::Contains("lacks dtype"));
  CHECK_THAT(with_array(R"({"dtype":"F64","shape":[1],"data_offsets":[0,16]})", "12345678"),
             Catch::Contains("truncated"));
  CHECK_THAT(with_array(R"({"dtype":"F64","shape":[1],"data_offsets":[-8,0]})", ""),
             Catch::Contains("offsets"));
  CHECK_THAT(with_array(R"({"dtype":"F64","shape":[2],"data_offsets":[0,8]})", "12345678"),
             Catch::Contains("shape"));
  CHECK_THAT(
      with_array(R"({"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]})", ""),
      Catch::Contains("shape"));
  CHECK_THAT(with_array(R"({"dtype":"F16","shape":[4],"data_offsets":[0,8]})", "12345678"),
             Catch::Contains("dtype"));
  CHECK_THAT(with_array(R"({"dtype":"U8","shape":[4],"data_offsets":[4,8]})", "12345678"),
             Catch::Contains("holes"));
}

TEST_CASE("a weight that is not finite is an error", "[data][model]") {
  const TestFolder folder;
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    ModelWriter writer;
    const std::vector<double> weights{1, value};
    writer.add("weights", std::span<const double>(weights));
    writer.write(folder.path() / "model");
    CHECK_THAT(message_of<DataError>([&] { ModelReader(folder.path() / "model"); }),
               Catch::Contains("not finite"));
  }
}

TEST_CASE("a model that cannot be written is an error, and leaves nothing behind",
          "[data][model]") {
  const TestFolder folder;
  CHECK_THAT(message_of<OutputError>([&] { ModelWriter().write(folder.path() / "no" / "folder"); }),
             Catch::Contains("cannot be written"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("every flipped bit of a model file is found", "[data][model]") {
  const TestFolder folder;
  const std::string bytes = bytes_of_file(written_model(folder));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    if (error_of(folder, flipped).empty()) FAIL("bit " << bit % 8 << " of byte " << bit / 8);
  }
  CHECK(with_checksum(bytes) == bytes);
}

TEST_CASE("negated weights and exchanged arrays of a model file are found", "[data][model]") {
  const TestFolder folder;
  const std::string bytes = bytes_of_file(written_model(folder));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  const Json header = Json::parse(bytes.substr(8, length));
  const auto begin = 8 + length + header["weights"]["data_offsets"][0].get<std::uint64_t>();
  std::string negated = bytes, exchanged = bytes;
  for (std::size_t i = 0; i < 6; ++i)
    negated[begin + 8 * i + 7] = static_cast<char>(negated[begin + 8 * i + 7] ^ 0x80);
  std::swap_ranges(exchanged.begin() + static_cast<std::ptrdiff_t>(begin),
                   exchanged.begin() + static_cast<std::ptrdiff_t>(begin) + 8,
                   exchanged.begin() + static_cast<std::ptrdiff_t>(begin) + 8);
  for (const std::string& changed : {negated, exchanged}) {
    CHECK_THAT(error_of(folder, changed), Catch::Contains("is damaged: its checksum is"));
    CHECK(error_of(folder, with_checksum(changed)).empty());
  }
}
