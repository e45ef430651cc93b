# Readers, feature extractors, named data sets, model files.
set(data_sources
)
list(TRANSFORM data_sources PREPEND data/)
costruct_experiments_part(costruct_experiments_data
  SOURCES ${data_sources}
  PUBLIC_LINKS costruct::core costruct::problems
  PRIVATE_LINKS ZLIB::ZLIB LibLZMA::LibLZMA)
