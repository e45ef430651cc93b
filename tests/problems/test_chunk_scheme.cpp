// Coding schemes of chunks: all small sentences, by enumeration.
#include <catch2/catch.hpp>

#include "costruct/problems/chunk_scheme.hpp"
#include "support/enumerate.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

constexpr ChunkScheme kSchemes[] = {ChunkScheme::kIob1, ChunkScheme::kIob2, ChunkScheme::kIoe1,
                                    ChunkScheme::kIoe2, ChunkScheme::kIobes};

using Labels = std::vector<std::string>;

/// All labels of two types in a notation, as tags.
Labels all_labels(const ChunkNotation& notation) {
  Labels labels = {"O"};
  for (const char tag : {'B', 'I', 'E', 'S'}) {
    for (const char* type : {"X", "Y"}) labels.push_back(notation.spell(tag, type));
  }
  return labels;
}

std::vector<std::string_view> views_of(const Labels& labels) {
  return {labels.begin(), labels.end()};
}

Labels labels_of(const Output& y, const Labels& names) {
  Labels labels;
  for (const int part : y.parts) labels.push_back(names[static_cast<std::size_t>(part)]);
  return labels;
}

/// Calls visit(chunks) for every set of chunks of the types X and Y in a sentence.
template <class Visit>
void for_all_chunks(Index length, const Visit& visit, std::vector<Chunk> chunks = {},
                    Index begin = 0) {
  if (begin == length) return visit(chunks);
  for_all_chunks(length, visit, chunks, begin + 1);  // an outside token
  for (Index end = begin + 1; end <= length; ++end) {
    for (const char* type : {"X", "Y"}) {
      chunks.push_back({begin, end, type});
      for_all_chunks(length, visit, chunks, end);
      chunks.pop_back();
    }
  }
}

}  // namespace

TEST_CASE("chunks come back from their labels in every scheme and notation", "[chunks]") {
  for (const ChunkNotation& notation :
       {ChunkNotation{}, ChunkNotation{"BILU", '_', false}, ChunkNotation{"BMES", '-', true},
        ChunkNotation{"BMEW", ':', true}}) {
    for (const ChunkScheme scheme : kSchemes) {
      for (Index length = 0; length <= 5; ++length) {
        for_all_chunks(length, [&](const std::vector<Chunk>& chunks) {
          const Labels labels = chunk_labels(chunks, length, scheme, notation);
          REQUIRE(chunks_of(views_of(labels), notation) == chunks);
        });
      }
    }
  }
}

TEST_CASE("a scheme allows exactly the labelings that it writes", "[chunks]") {
  const ChunkNotation notation;
  const Labels names = all_labels(notation);
  for (const ChunkScheme scheme : kSchemes) {
    INFO(shown_scheme(scheme));
    for (Index length = 1; length <= 4; ++length) {
      for (const Output& y : all_labelings(length, std::ssize(names))) {
        const Labels labels = labels_of(y, names);
        bool has_foreign_tag = false;  // S in IOB2
        for (const std::string& label : labels) {
          const char tag = label[0];
          const bool in_scheme =
              scheme == ChunkScheme::kIobes || tag == 'O' || tag == 'I' ||
              (tag == 'B' && (scheme == ChunkScheme::kIob1 || scheme == ChunkScheme::kIob2)) ||
              (tag == 'E' && (scheme == ChunkScheme::kIoe1 || scheme == ChunkScheme::kIoe2));
          has_foreign_tag = has_foreign_tag || !in_scheme;
        }
        if (has_foreign_tag) continue;
        bool allowed = may_follow(scheme, {}, notation.parse(labels.front())) &&
                       may_follow(scheme, notation.parse(labels.back()), {});
        for (Index t = 1; t < length; ++t) {
          allowed = allowed &&
                    may_follow(scheme, notation.parse(labels[t - 1]), notation.parse(labels[t]));
        }
        const auto chunks = chunks_of(views_of(labels), notation);
        const bool written = chunk_labels(chunks, length, scheme, notation) == labels;
        // IOB1 and IOE1 allow B and E where a chunk of the type is near, and write the same chunks.
        INFO(y << " allowed " << allowed << ", written " << written);
        REQUIRE(allowed == written);
      }
    }
  }
}

TEST_CASE("the notation of labels is found", "[chunks]") {
  const auto found = [](const Labels& labels) { return notation_of(labels); };
  CHECK(found({"O", "B-NP", "I-NP"}) == ChunkNotation{});
  CHECK(found({"O", "B_NP", "I_NP"}) == ChunkNotation{"BIES", '_', false});
  CHECK(found({"NP-B", "NP-I", "O"}) == ChunkNotation{"BIES", '-', true});
  CHECK(found({"B-X", "L-X", "U-Y"}) == ChunkNotation{"BILU", '-', false});
  CHECK(found({"B", "M", "E", "O"}) == ChunkNotation{"BMES", '-', false});
  CHECK(found({"B", "M", "E", "S"}) == ChunkNotation{"BMES", '-', false});  // without O
  CHECK(found({"B-a", "W-a"}) == ChunkNotation{"BMEW", '-', false});
  CHECK(found({"B-a-b", "I-a-b"}) == ChunkNotation{});
  CHECK(!found({"NOUN", "VERB"}));
  CHECK(!found({"O"}));
  CHECK(!found({"B", "E"}));  // letters that are classes
  CHECK(!found({"O", "B-"}));
  CHECK(!found({}));
  CHECK(ChunkNotation{}.parse("I-LOC-2")->type == "LOC-2");
  CHECK(!ChunkNotation{}.parse(""));
  CHECK(!ChunkNotation{}.parse("X-LOC"));
}

TEST_CASE("the scheme that tags have", "[chunks]") {
  const auto found = [](const Labels& labels) { return scheme_of_tags(labels, ChunkNotation{}); };
  CHECK(found({"O", "B-X", "I-X"}) == ChunkScheme::kIob2);
  CHECK(found({"O", "E-X", "I-X"}) == ChunkScheme::kIoe2);
  CHECK(found({"O", "B-X", "E-X"}) == ChunkScheme::kIobes);
  CHECK(found({"O", "S-X"}) == ChunkScheme::kIobes);
  CHECK(!found({"O", "I-X"}));
}
