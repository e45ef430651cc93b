#include "costruct/apps/command_line.hpp"

int main(int argc, char** argv) {
  return costruct::run_command_line(argc, argv);
}
