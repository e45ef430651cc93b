# Files that are written in full or not at all.
costruct_experiments_part(costruct_experiments_files SOURCES files/output_file.cpp)
