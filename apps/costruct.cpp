#include "costruct/apps/add_mail.hpp"
#include "costruct/apps/command_line.hpp"

int main(int argc, char** argv) {
  costruct::add_mail();
  return costruct::run_command_line(argc, argv);
}
