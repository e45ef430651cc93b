// CMake makes the precompiled header of a library only where one of its sources takes it, as
// main.cpp does not.
