// A plug-in that needs a function that no program has.
#include "costruct/experiments/plugins/plugin.hpp"

void nowhere();

COSTRUCT_PLUGIN {
  nowhere();
}
