// Checks the learner `your_name` against the laws of learners, on every problem of the catalog.
#include "costruct/contract/check.hpp"

extern "C" void costruct_plugin_register();  // of your_name.cpp

int main() {
  costruct_plugin_register();
  return costruct::contract::check_learner("your_name");
}
