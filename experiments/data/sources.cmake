# Readers, feature extractors, named data sets, generators, model files.
set(data_sources
  brown_tags.cpp
  byte_source.cpp
  chain_reader.cpp
  characters.cpp
  column_features.cpp
  csv_rows.cpp
  data_block.cpp
  datasets.cpp
  dense_features.cpp
  encoder.cpp
  example_filter.cpp
  extractor.cpp
  extractor_ngrams.cpp
  extractor_surface.cpp
  extractor_template.cpp
  extractor_token.cpp
  feature_map.cpp
  file_unlabeled_points.cpp
  format.cpp
  format_brown.cpp
  format_conll.cpp
  format_crfsuite.cpp
  format_csv.cpp
  format_npy.cpp
  format_svmhmm.cpp
  format_svmlight.cpp
  generator.cpp
  generator_galaxy.cpp
  generator_multiview.cpp
  generator_regression_views.cpp
  heap_limit.cpp
  label_alphabet.cpp
  line_reader.cpp
  model_file.cpp
  named_features.cpp
  noise_scale.cpp
  normal_draw.cpp
  npy_file.cpp
  numeric_features.cpp
  numeric_row.cpp
  regression_sets.cpp
  sites.cpp
  surface_clues.cpp
  table_features.cpp
)
list(TRANSFORM data_sources PREPEND data/)
costruct_experiments_part(costruct_experiments_data
  SOURCES ${data_sources}
  PUBLIC_LINKS costruct::core costruct::problems
  PRIVATE_LINKS costruct_experiments_files ZLIB::ZLIB LibLZMA::LibLZMA)
