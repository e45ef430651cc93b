// For the source of a plug-in: a shared library that adds problems, learners, formats and more. It
// links costruct::plugin and is loaded by `costruct --plugin FILE` (docs/plugins.md).
#pragma once

/// How a plug-in was built, as text. A program loads only plug-ins that were built as itself:
/// classes of other versions, compilers and assertions differ in memory.
#ifdef __clang__
#define COSTRUCT_PLUGIN_COMPILER __VERSION__
#else
#define COSTRUCT_PLUGIN_COMPILER "GNU " __VERSION__
#endif
#ifdef COSTRUCT_ASSERTIONS
#define COSTRUCT_PLUGIN_BUILD \
  "costruct " COSTRUCT_VERSION ", compiler " COSTRUCT_PLUGIN_COMPILER ", assertions"
#else
#define COSTRUCT_PLUGIN_BUILD "costruct " COSTRUCT_VERSION ", compiler " COSTRUCT_PLUGIN_COMPILER
#endif

/// Begins the function that a program calls when it has loaded the plug-in. An exception that
/// leaves the function becomes the error of load_plugin(). The function adds entries by
/// add_problem(), add_learner(), add_format(), add_extractor(), add_metric(), add_loss(),
/// add_view_policy(), add_protocol(), add_generator() and add_command(). Those of problems,
/// learners, metrics, losses and commands are in namespace costruct, and the others in
/// costruct::experiments. Use it once in a plug-in:
///     COSTRUCT_PLUGIN { costruct::add_learner(my_learner()); }
#define COSTRUCT_PLUGIN                            \
  extern "C" const char* costruct_plugin_build() { \
    return COSTRUCT_PLUGIN_BUILD;                  \
  }                                                \
  extern "C" void costruct_plugin_register()
