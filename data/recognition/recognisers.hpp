// Recognisers of formats of text, for their catalog entries (Format::recognise).
#pragma once

#include "costruct/data/recognition/recognition.hpp"

namespace costruct::experiments {

/// Columns of tokens: finds the number of columns, the label column, comments and document borders.
Recognition recognise_conll(const FileSample& sample, const RecognitionHints& hints);
/// Labels with attributes, separated by TABs.
Recognition recognise_crfsuite(const FileSample& sample, const RecognitionHints& hints);
/// Rows `label number:value ...`.
Recognition recognise_svmlight(const FileSample& sample, const RecognitionHints& hints);
/// Rows `label qid:N number:value ...`, where N is the number of the sentence.
Recognition recognise_svmhmm(const FileSample& sample, const RecognitionHints& hints);

/// One JSON object on each line, each with all these keys. `kind` is Recognition::kind.
Recognition recognise_json_lines(const FileSample& sample, const std::vector<std::string>& keys,
                                 const std::string& kind);

/// The name of the scheme of chunk labels, for example "IOB2"; "" if the labels are not chunk
/// labels. `labels` has the order of the file, with an empty text between sentences.
std::string chunk_scheme(const std::vector<std::string_view>& labels);

/// If the labels are chunk labels, says so in `r` and sets the scheme of its data block. The scheme
/// is IOBES if the file has it, else IOB2.
void recognise_chunks(const std::vector<std::string_view>& labels, Recognition& r);

/// The feature extractors that `init` writes for a column "word". They are explained in
/// docs/when_unlabeled_data_pays.md.
Json word_extractors();

}  // namespace costruct::experiments
