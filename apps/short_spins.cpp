// Threads of OpenMP that wait for each other spin for up to 14 ms by default. If other programs use
// the same cores, the thread that is waited for may not run meanwhile. The fit of a tagger then
// took 4 to 15 times its time. With shorter spins it takes as long as on idle cores.
//
// The OpenMP of GCC reads the length from the environment before main() begins, and has no function
// to set it. So the program starts itself again, once, with the variable set. This costs 8 ms.
// Nothing happens if the user has set how threads wait, or in a build with sanitizers, which are
// not ready at this point.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <sys/auxv.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstring>

namespace {

bool is_set(char** environment, const char* name) {
  const std::size_t length = std::strlen(name);
  for (; *environment != nullptr; ++environment) {
    if (std::strncmp(*environment, name, length) == 0) return true;
  }
  return false;
}

// Runs before the constructors of libraries. Returns if the program cannot be started again.
void shorten_spins(int /*argc*/, char** argv, char** environment) {
  static char spins[] = "GOMP_SPINCOUNT=10000";
  static std::array<char*, 4096> longer;
  static std::array<char, PATH_MAX + 1> program;
  if (is_set(environment, "GOMP_SPINCOUNT=") || is_set(environment, "OMP_WAIT_POLICY=")) return;
  if (getauxval(AT_BASE) == 0) return;  // /proc/self/exe is the dynamic loader
  std::size_t count = 0;
  for (; environment[count] != nullptr; ++count) {
    if (count + 2 == longer.size()) return;
    longer[count] = environment[count];
  }
  longer[count] = spins;
  const ssize_t length = readlink("/proc/self/exe", program.data(), program.size() - 1);
  if (length > 0) execve(program.data(), argv, longer.data());
}

__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeLibraries)(int, char**, char**) = shorten_spins;

}  // namespace
#endif
