# Files, their bytes and lines; written in full or not at all; locks; what is said on a terminal; memory that is left.
set(files_sources
  files/byte_source.cpp files/file_lock.cpp files/heap_limit.cpp files/json_file.cpp files/line_reader.cpp files/nearest_file.cpp
  files/machine_memory.cpp files/model_file.cpp files/output_file.cpp files/terminal.cpp
)
costruct_experiments_part(costruct_experiments_files
  SOURCES ${files_sources}
  PUBLIC_LINKS costruct::core
  PRIVATE_LINKS ZLIB::ZLIB LibLZMA::LibLZMA)
