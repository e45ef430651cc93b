# Configs, splits, the sweep; train, predict and evaluate.
set(engine_sources
)
list(TRANSFORM engine_sources PREPEND engine/)
costruct_experiments_part(costruct_experiments
  SOURCES ${engine_sources}
  PUBLIC_LINKS costruct_experiments_data costruct_experiments_results costruct::problems costruct::learners)
