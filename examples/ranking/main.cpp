// The program costruct with the additional problem `ranking` and its format.
#include "costruct/apps/command_line.hpp"
#include "ranking.hpp"

int main(int argc, char** argv) {
  costruct::add_problem(ranking::ranking_problem());
  costruct::experiments::add_format(ranking::item_sets_format());
  return costruct::run_command_line(argc, argv);
}
