// A plug-in whose learner has the name of another one.
#include "costruct/experiments/plugins/plugin.hpp"
#include "costruct/learners/catalog.hpp"

COSTRUCT_PLUGIN {
  costruct::LearnerEntry entry = *costruct::find_learner("perceptron");
  costruct::add_learner(entry);
}
