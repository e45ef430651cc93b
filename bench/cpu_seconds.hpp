// The CPU time of this process, and of an action.
#pragma once

#include <ctime>

inline double cpu_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Action>
double seconds_of(const Action& action) {
  const double start = cpu_seconds();
  action();
  return cpu_seconds() - start;
}
