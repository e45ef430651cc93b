// Any bytes as queries with candidates, or as judgments of them: the first chooses which and how
// they are read. Beside not crashing, what is read has sound features, and what would be predicted
// names candidates.
#include <array>
#include <cmath>
#include <numeric>

#include "costruct/data/formats/format.hpp"
#include "costruct/problems/diversification/candidate_sets.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "fuzz_file.hpp"

using namespace costruct;
using namespace costruct::diversification;
using namespace costruct::experiments;

namespace {

constexpr const char* kJudged =
    R"({"id": "1", "query": "q", "candidates": [{"id": "a", "text": "xx"}, {"id": "b", "text": "yy"}]})";

void check_inputs(const InputData& made) {
  const auto& data = dynamic_cast<const CandidateSets&>(*made.data);
  for (const FeatureTable& table : data.views) {
    require(table.num_examples() == std::ssize(data.queries));
    for (Index x = 0; x < table.num_examples(); ++x) {
      const Candidates& query = *data.queries[static_cast<std::size_t>(x)];
      require(table.length(x) == query.kinds + query.size() * (query.size() - 1) / 2);
      require(std::ssize(query.kind) == query.covering.elements);
    }
    for (const double value : table.value) require(std::isfinite(value) && value >= 0);
  }
}

// Some choice of this many documents agrees with the facts.
void check_known(const Known& known, Index candidates, Index documents) {
  if (known.empty()) return;
  require(std::ssize(known.facts) == candidates);
  const Index size = std::min(documents, candidates);
  Index in = 0, out = 0;
  for (const std::vector<int>& fact : known.facts) {
    require(fact.empty() || fact == std::vector<int>{0} || fact == std::vector<int>{1});
    if (!fact.empty()) ++(fact.front() == 1 ? in : out);
  }
  require(in <= size && candidates - out >= size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned how = data[0] % 4;
  const bool is_judgments = how == 3;
  const FuzzFile bytes({reinterpret_cast<const char*>(data) + 1, size - 1}), judged(kJudged);
  Json block = {{"format", "candidates"},
                {"documents", how + 1},
                {"reference", how == 1 ? "greedy" : "exact"}};
  if (how == 2) block["chance"] = 1;
  if (is_judgments) block["qrels"] = bytes.path().string();
  const Format* format = find_format("candidates");
  const auto set = format->examples(block);
  const std::vector<std::filesystem::path> files{is_judgments ? judged.path() : bytes.path()};
  try {
    (void)set->read_texts([](const std::string& name) { return std::filesystem::path(name); });
    set->read(files, Role::kTrain);
    std::vector<Index> all(static_cast<std::size_t>(set->size()));
    std::iota(all.begin(), all.end(), 0);
    const ViewAssignment views{
        1, std::vector<std::int32_t>(static_cast<std::size_t>(set->num_features()), 0)};
    check_inputs(set->inputs({all, {}, views}));
    for (const Index i : all) {
      check_known(set->known(i), set->num_parts(i), how + 1);
      require(set->known(i).empty() || !set->is_labeled(i));
      if (!set->is_labeled(i)) continue;
      const auto chosen = chosen_documents(set->output(i));
      require(std::ssize(chosen) == std::min<Index>(how + 1, set->num_parts(i)));
      const Json line = Json::parse(set->text_of_example(i, set->output(i)));
      require(line["chosen"].size() == chosen.size());
      const double left_out = uncovered_share(set->output(i), chosen);
      require(left_out >= 0 && left_out <= 1);
    }
    set->stream_known(true);
    const auto stream = set->stream(files.front(), views, false);
    while (const Index count = stream->read(2)) {
      for (Index i = 0; i < count; ++i) check_known(stream->known(i), set->num_parts(i), how + 1);
      check_inputs({stream->data(), {}, nullptr});
      require(Json::parse(stream->text_of(count - 1, {{0}}))["chosen"].size() == 1);
    }
  } catch (const DataError&) {
  }
  return 0;
}
