#include "costruct/data/diversification/candidate_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "costruct/core/error.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/part_tables.hpp"
#include "costruct/io/model_file.hpp"
#include "costruct/io/shown_text.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"
#include "costruct/problems/diversification/known_documents.hpp"

namespace costruct::experiments {

using diversification::CandidateSets;
using diversification::RuleFeatures;

namespace {

/// The search for the choice that covers most (best_choice) examines at most this number of
/// documents, which takes at most about two seconds.
constexpr Index kMostLookedAt = 20'000'000;

/// The subtopics of each document without repetitions, numbered in the order of their occurrence.
std::vector<std::vector<int>> numbered_subtopics(const CandidateQuery& query) {
  std::map<std::string, int> numbers;
  std::vector<std::vector<int>> all;
  for (const CandidateDocument& document : query.documents) {
    auto& of_document = all.emplace_back();
    for (const std::string& name : document.subtopics)
      of_document.push_back(numbers.emplace(name, static_cast<int>(numbers.size())).first->second);
    std::sort(of_document.begin(), of_document.end());
    of_document.erase(std::unique(of_document.begin(), of_document.end()), of_document.end());
  }
  return all;
}

}  // namespace

OptionDeclaration<CandidateOptions> candidate_options() {
  using Options = CandidateOptions;
  OptionDeclaration<Options> options;
  options.integer("documents", &Options::documents, {.at_least = 1, .at_most = 1000},
                  "the problem's: documents that the reference chooses");
  options.choice("reference", &Options::reference, {"exact", "greedy"},
                 "how the documents that cover most subtopics are found");
  options.text("qrels", &Options::qrels,
               "a file of judgments, \"query subtopic document judgment\" a line, in place of "
               "\"subtopics\"; "
               "\"\": none");
  options.integer(
      "chance", &Options::chance, {.at_least = 0},
      "the seed of a feature that is a number drawn for each document; null: there is none");
  return options;
}

CandidateExamples::CandidateExamples(const Json& block)
    : RecordExamples(block), options_(candidate_options().parse(own_options())) {
  refuse_label_map(block, "queries");
  forget_option("qrels");
  std::vector<std::int32_t> all(candidate_features().size() - (options_.chance ? 0 : 1));
  std::iota(all.begin(), all.end(), 0);
  set_features(std::move(all));
}

CandidateExamples::CandidateExamples(const ModelReader& model)
    : RecordExamples(model), options_(candidate_options().parse(own_options())) {
  std::vector<std::int32_t> features;
  for (const std::string& name : stored_features(model)) {
    const auto& known = candidate_features();
    const auto found = std::find_if(known.begin(), known.end(), [&](const CandidateFeature& each) {
      return each.name == name;
    });
    if (found == known.end())
      throw DataError(
          fmt::format("{}: damaged model: a feature that this version does not have: {}",
                      model.file(), shown_text(name)));
    features.push_back(static_cast<std::int32_t>(found - known.begin()));
  }
  if (std::adjacent_find(features.begin(), features.end(), std::greater_equal<>()) !=
      features.end())
    throw DataError(model.file() + ": damaged model: features are not in order");
  set_features(std::move(features));
}

void CandidateExamples::set_features(std::vector<std::int32_t> features) {
  features_ = std::move(features);
  number_of_.assign(candidate_features().size(), -1);
  for (std::size_t i = 0; i < features_.size(); ++i) {
    number_of_[static_cast<std::size_t>(features_[i])] = static_cast<std::int32_t>(i);
    const std::string& group = candidate_features()[static_cast<std::size_t>(features_[i])].group;
    if (groups_.empty() || groups_.back() != group) groups_.push_back(group);
  }
  table_.num_features = num_features();
}

std::vector<std::filesystem::path> CandidateExamples::read_texts(
    const std::function<std::filesystem::path(const std::string&)>& find) {
  if (options_.qrels.empty()) return {};
  const std::filesystem::path file = find(options_.qrels);
  qrels_.emplace(file);
  return {file};
}

void CandidateExamples::finish_training() {
  if (qrels_) qrels_->check_met();
  if (!any_known()) RecordExamples::finish_training();
}

std::vector<std::string> CandidateExamples::notes() const {
  std::vector<std::string> notes;
  if (qrels_ && qrels_->num_missed() > 0)
    notes.push_back(fmt::format(
        "{}: of {} judged queries no candidate is judged to cover anything, though other documents "
        "are: they stay unlabeled",
        qrels_->file(), qrels_->num_missed()));
  Index all_chosen = 0, first = -1;
  for (Index example = 0; example < size(); ++example) {
    if (!is_labeled(example) || diversification::has_subtopics(output(example)) ||
        std::ssize(diversification::chosen_documents(output(example))) < num_parts(example))
      continue;
    if (all_chosen++ == 0) first = example;
  }
  if (all_chosen > 0)
    notes.push_back(fmt::format(
        "{}:{}: all candidates are \"chosen\"{}: nothing is learned where there is no choice",
        place(first).file, place(first).line,
        all_chosen > 1 ? fmt::format(", as in {} more", counted(all_chosen - 1, "query", "queries"))
                       : ""));
  return notes;
}

FeatureInfo CandidateExamples::feature_info(Index feature) const {
  const CandidateFeature& info =
      candidate_features()[static_cast<std::size_t>(features_[static_cast<std::size_t>(feature)])];
  const auto group = std::find(groups_.begin(), groups_.end(), info.group) - groups_.begin();
  return {info.name, static_cast<int>(group), static_cast<std::uint64_t>(feature) + 1};
}

InputData CandidateExamples::inputs(const InputRequest& request) const {
  ViewTables made = tables_by_view(table_, request);
  auto sets = std::make_shared<CandidateSets>();
  sets->views = std::move(made.tables);
  for (const auto& list : {request.fit_on, request.predict_on}) {
    for (const Index example : list)
      sets->queries.push_back(candidates_[static_cast<std::size_t>(example)]);
  }
  for (std::size_t v = 0; v < made.features.size(); ++v)
    sets->rules.push_back(rules_of(static_cast<Index>(v), request.views, made.features[v]));
  return {std::move(sets), std::move(made.features)};
}

RuleFeatures CandidateExamples::rules_of(Index view, const ViewAssignment& views,
                                         const std::vector<std::int32_t>& features) const {
  RuleFeatures rules = rule_candidate_features();
  for (const auto member :
       {&RuleFeatures::words, &RuleFeatures::importance, &RuleFeatures::relevance,
        &RuleFeatures::similarity, &RuleFeatures::chance}) {
    const std::int32_t number = number_of_[static_cast<std::size_t>(rules.*member)];
    rules.*member = RuleFeatures::kLeftOut;
    if (number < 0 || views.view_of[static_cast<std::size_t>(number)] != view) continue;
    const auto found = std::lower_bound(features.begin(), features.end(), number);
    const bool occurs = found != features.end() && *found == number;
    rules.*member =
        occurs ? static_cast<std::int32_t>(found - features.begin()) : RuleFeatures::kNowhere;
  }
  return rules;
}

std::string CandidateExamples::text_of(const Output& output) const {
  Json places = Json::array();
  for (const int document : diversification::chosen_documents(output))
    places.push_back(document + 1);
  return Json{{"chosen", std::move(places)}}.dump() + "\n";
}

std::string CandidateExamples::text_of_example(Index example, const Output& output) const {
  const Names& names = names_[static_cast<std::size_t>(example)];
  Json ids = Json::array();
  for (const int document : diversification::chosen_documents(output))
    ids.push_back(names.documents[static_cast<std::size_t>(document)]);
  return Json{{"id", names.query}, {"chosen", std::move(ids)}}.dump() + "\n";
}

std::unique_ptr<RecordReader> CandidateExamples::open(const std::filesystem::path& file,
                                                      Reading reading) {
  ids_in_file_.clear();
  return RecordExamples::open(file, reading);
}

RecordExamples::Parsed CandidateExamples::parse(RecordReader& record, Reading reading) {
  const CandidateParts parts = reading.outputs ? CandidateParts::kAll
                               : reading.known ? CandidateParts::kKnown
                                               : CandidateParts::kInput;
  CandidateQuery query = parse_candidates(record.text(), parts);
  if (!ids_in_file_.insert(query.id).second)
    throw DataError(
        fmt::format("the query id {} stands twice in this file: expected each once (without "
                    "\"id\", a query is its own)",
                    shown_text(query.id)));
  if (reading.outputs && qrels_) qrels_->label(query);
  Parsed parsed;
  if (reading.outputs && (query.has_subtopics || query.chosen)) {
    parsed.output = reference_of(query);
  } else if (query.chosen || query.is_known_in_part()) {
    parsed.known = known_of(query);
  }
  candidates_.push_back(add_candidates(query, number_of_, options_.chance, table_));
  Names& names = names_.emplace_back();
  names.query = query.id;
  for (const CandidateDocument& document : query.documents) names.documents.push_back(document.id);
  return parsed;
}

void CandidateExamples::check_chosen(const CandidateQuery& query) const {
  const Index size = size_of_choice(query);
  if (std::ssize(*query.chosen) == size) return;
  throw DataError(
      fmt::format("\"chosen\" has {}: expected {}, as problem.documents = {} and there {}",
                  counted(std::ssize(*query.chosen), "document"), size, options_.documents,
                  are_counted(std::ssize(query.documents), "candidate")));
}

Known CandidateExamples::known_of(const CandidateQuery& query) const {
  if (query.chosen) {
    check_chosen(query);
    const Output choice{{query.chosen->begin(), query.chosen->end()}};
    return diversification::known_documents(std::ssize(query.documents), {&choice, 1});
  }
  const Index size = size_of_choice(query), left = std::ssize(query.documents);
  if (std::ssize(query.in) > size)
    throw DataError(
        fmt::format("\"in\" has {}: expected at most {}, as problem.documents = {} and there {}",
                    counted(std::ssize(query.in), "document"), size, options_.documents,
                    are_counted(left, "candidate")));
  if (left - std::ssize(query.out) < size)
    throw DataError(
        fmt::format("\"out\" has {} of {}, so that {} are left: expected at least {}, as "
                    "problem.documents = {} and there {}",
                    query.out.size(), counted(left, "candidate"), left - std::ssize(query.out),
                    size, options_.documents, are_counted(left, "candidate")));
  Known known;
  known.facts.resize(query.documents.size());
  for (const Index place : query.in) known.facts[static_cast<std::size_t>(place)] = {1};
  for (const Index place : query.out) known.facts[static_cast<std::size_t>(place)] = {0};
  return known;
}

Output CandidateExamples::reference_of(const CandidateQuery& query) const {
  const Index size = size_of_choice(query);
  if (query.chosen) {
    check_chosen(query);
    return {{query.chosen->begin(), query.chosen->end()}};
  }
  const std::vector<std::vector<int>> subtopics = numbered_subtopics(query);
  if (options_.reference == ReferenceChoice::kGreedy)
    return diversification::with_subtopics(diversification::greedy_reference(subtopics, size),
                                           subtopics);
  const auto best = diversification::best_reference(subtopics, size, kMostLookedAt);
  if (!best)
    throw DataError(fmt::format(
        "the {} of {} documents that cover most subtopics are not found with {} documents "
        "looked at: set data.reference to greedy",
        size, query.documents.size(), kMostLookedAt));
  return diversification::with_subtopics(*best, subtopics);
}

void CandidateExamples::forget_inputs() {
  table_ = FeatureTable();
  table_.num_features = num_features();
  candidates_.clear();
  names_.clear();
}

}  // namespace costruct::experiments
