// The problem `ranking` and its format as a plug-in: costruct --plugin libranking.so COMMAND
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/problems/catalog.hpp"
#include "ranking.hpp"

COSTRUCT_PLUGIN {
  costruct::add_problem(ranking::ranking_problem());
  costruct::experiments::add_format(ranking::item_sets_format());
}
