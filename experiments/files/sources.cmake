# Files that are written in full or not at all; locks; what is said on a terminal.
costruct_experiments_part(costruct_experiments_files SOURCES files/file_lock.cpp files/output_file.cpp files/terminal.cpp
  PUBLIC_LINKS costruct::core)
