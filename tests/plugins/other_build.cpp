// A plug-in of another version.
extern "C" const char* costruct_plugin_build() {
  return "costruct 0.0.1, compiler 4.2";
}
extern "C" void costruct_plugin_register() {}
