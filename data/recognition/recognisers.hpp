// Recognisers of formats of text, for their catalog entries (Format::recognise).
#pragma once

#include "costruct/data/recognition/recognition.hpp"

namespace costruct::experiments {

/// Columns of tokens: finds the number of columns, the label column, comments and document borders.
Recognition recognise_conll(const FileSample& sample, const RecognitionHints& hints);
/// Labels with attributes, separated by TABs.
Recognition recognise_crfsuite(const FileSample& sample, const RecognitionHints& hints);
/// Rows `label number:value ...`, and the same with qid:N.
Recognition recognise_svmlight(const FileSample& sample, const RecognitionHints& hints);
Recognition recognise_svmhmm(const FileSample& sample, const RecognitionHints& hints);

/// JSON objects, one a line, that all have these keys.
Recognition recognise_json_lines(const FileSample& sample, const std::vector<std::string>& keys,
                                 const std::string& kind);

/// The scheme of chunk labels in words, "IOB2" for example, from labels in the order of the file;
/// "" if they are no chunk labels. An empty text stands between sentences.
std::string chunk_scheme(const std::vector<std::string_view>& labels);

/// Says that labels are chunks, if they are, and lets the block learn them in IOB2 or IOBES.
void recognise_chunks(const std::vector<std::string_view>& labels, Recognition& r);

/// The extractors that docs/when_unlabeled_data_pays.md begins with, for a column "word".
Json word_extractors();

}  // namespace costruct::experiments
