# Readers, feature extractors, named data sets, generators.
set(data_sources
  data/alignments/aligned_rows.cpp data/alignments/alignment_drawing.cpp data/alignments/alignment_examples.cpp data/alignments/alignment_options.cpp
  data/alignments/blosum62.cpp data/alignments/fasta_reader.cpp data/alignments/pair_descriptions.cpp
  data/alignments/pair_feature_table.cpp data/alignments/position_codes.cpp data/alignments/residues.cpp
  data/alignments/sequence_profiles.cpp data/alignments/tmalign_reader.cpp
  data/batches/email_examples.cpp
  data/candidates/candidate_examples.cpp data/candidates/candidate_features.cpp data/candidates/candidate_query.cpp data/candidates/candidates_format.cpp data/candidates/qrels.cpp
  data/email/generated/batch_generator.cpp data/email/generated/batch_phrases.cpp data/email/generated/batch_template.cpp
  data/email/generated/email_pattern.cpp
  data/email/batch_words.cpp data/email/json_email.cpp data/email/mailbox.cpp data/email/mime_email.cpp data/email/packed_sketch.cpp data/email/near_duplicates.cpp
  data/email/pair_features.cpp data/email/sketch.cpp data/email/term_weights.cpp data/email/utf8_repair.cpp
  data/email/visible_body.cpp
  data/examples/example_set.cpp data/examples/label_alphabet.cpp data/examples/part_tables.cpp
  data/examples/view_places.cpp
  data/features/characters.cpp data/features/column_features.cpp data/features/rows/dense_features.cpp
  data/features/extractor.cpp data/features/extractor_affixes.cpp data/features/extractor_list.cpp data/features/extractor_ngrams.cpp data/features/extractor_surface.cpp
  data/features/extractor_template.cpp data/features/extractor_token.cpp data/features/feature_map.cpp
  data/features/fitted/distribution.cpp data/features/fitted/fitted_feature_list.cpp data/features/fitted/latent.cpp data/features/fitted/word_vectors.cpp
  data/features/named_features.cpp data/features/rows/numeric_features.cpp data/features/surface_clues.cpp
  data/features/rows/table_features.cpp data/features/rows/row_features.cpp data/features/rows/row_values.cpp
  data/formats/brown_tags.cpp data/formats/chain_reader.cpp data/formats/csv_rows.cpp data/formats/format.cpp data/formats/format_alignments.cpp
  data/formats/format_brown.cpp data/formats/format_conll.cpp data/formats/format_crfsuite.cpp
  data/formats/format_csv.cpp data/formats/format_npy.cpp data/features/rows/npy_file.cpp data/formats/format_emails.cpp data/formats/format_ptb.cpp data/formats/format_svmhmm.cpp
  data/formats/format_svmlight.cpp data/formats/marker_lines.cpp data/formats/numeric_row.cpp data/formats/topic.cpp
  data/generators/generator.cpp data/generators/generator_galaxy.cpp data/generators/generator_multiview.cpp
  data/generators/generator_regression_views.cpp data/generators/noise_scale.cpp data/generators/normal_draw.cpp
  data/treebank/bracket_reader.cpp data/treebank/sentence.cpp data/treebank/span_feature_table.cpp
  data/treebank/terminals.cpp data/treebank/tree_drawing.cpp data/treebank/tree_rules.cpp data/treebank/treebank_examples.cpp
  data/treebank/treebank_options.cpp data/treebank/word_class.cpp
  data/data_block.cpp data/data_config.cpp data/datasets.cpp data/encoder.cpp data/example_filter.cpp data/file_unlabeled_points.cpp
  data/line_examples.cpp data/part_examples.cpp
  data/paths.cpp data/regression_sets.cpp data/sites.cpp
)
costruct_experiments_part(costruct_experiments_data
  SOURCES ${data_sources}
  PUBLIC_LINKS costruct::core costruct::problems costruct_experiments_files
  PRIVATE_LINKS GMime::GMime)
# The hot loop of email streams: sums over bytes, which -O2 does not make vectors of.
set_source_files_properties(data/email/pair_features.cpp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
