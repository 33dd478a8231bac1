// SPDX-License-Identifier: Apache-2.0
#include "tools/sinew/machine.h"

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "framework/gpu/fatbin.h"
#include "tools/sinew/home.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// The first line of a file, or "" where it cannot be read.
std::string first_line(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

Finding good(const std::string& name, const std::string& found) {
  return {name, true, found, {}, {}};
}

Finding machine() {
  utsname names{};
  uname(&names);
  return good("machine", std::string(names.machine) + ", Linux " + names.release);
}

Finding cpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof(allowed), &allowed);
  const int usable = CPU_COUNT(&allowed);
  const std::string found =
      std::to_string(usable) + " of " + std::to_string(std::thread::hardware_concurrency());
  if (usable > 1) return good("CPUs", found);
  return {"CPUs", false, found, "lanes take turns instead of running side by side",
          "give the process more CPUs (taskset, docker --cpuset-cpus)"};
}

Finding governor() {
  const std::string now = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (now.empty()) return good("clocks", "the kernel does not say (a virtual machine has none)");
  if (now == "performance") return good("clocks", "governor performance");
  return {"clocks", false, "governor " + now, "a CPU that slept starts slow: latencies vary",
          "sudo cpupower frequency-set --governor performance"};
}

Finding realtime() {
  rlimit limit{};
  getrlimit(RLIMIT_RTPRIO, &limit);
  if (geteuid() == 0) return good("realtime", "permitted (root)");
  if (limit.rlim_cur > 0)
    return good("realtime", "permitted up to priority " + std::to_string(limit.rlim_cur));
  return {"realtime", false, "not permitted", "lanes with priority realtime(n) run as normal ones",
          "put '@realtime - rtprio 90' into /etc/security/limits.d/sinew.conf, "
          "join the group realtime, log in again"};
}

Finding huge_pages() {
  const std::string mode = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
  if (mode.find("[never]") == std::string::npos)
    return good("huge pages", mode.empty() ? "the kernel does not say" : mode);
  return {"huge pages", false, mode, "large images cost more page walks",
          "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"};
}

Finding kernels() {
  std::string architectures;
  for (const std::string_view name : fatbin_architectures())
    architectures += (architectures.empty() ? "" : " ") + std::string(name);
  if (!fatbins().empty())
    return good("kernels",
                std::to_string(fatbins().size()) + " with CUDA bodies: " + architectures);
  return {"kernels", false, "no CUDA bodies in this build", "GPU lanes are refused",
          "build with -DSINEW_CUDA=ON"};
}

Finding driver() {
  if (void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) {
    dlclose(library);
    return good("GPU driver", "libcuda.so.1 is there; this version runs every lane on the CPU");
  }
  return {"GPU driver", false, "libcuda.so.1 is not there", "every lane runs on the CPU",
          "install the NVIDIA driver; in a container, start it with --gpus all"};
}

/// "libpng16.so.16 in /usr/lib/…": what is loaded beside the C and C++ libraries.
Finding libraries() {
  std::string found;
  const auto add = [](dl_phdr_info* info, std::size_t, void* text) {
    const fs::path file = info->dlpi_name;
    static constexpr std::array<std::string_view, 5> kNames{"libsinew.", "libyaml-cpp.", "libpng",
                                                            "libjpeg.", "libz."};
    const bool ours = std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
      return file.filename().string().starts_with(name);
    });
    auto& list = *static_cast<std::string*>(text);
    if (ours) list += (list.empty() ? "" : ", ") + file.lexically_normal().string();
    return 0;
  };
  dl_iterate_phdr(add, &found);
  return good("libraries", found);
}

Finding plugins_loaded(const std::vector<std::string>& plugins) {
  const char* const path = std::getenv("SINEW_PLUGIN_PATH");
  if (!path || !*path) return good("plugins", "SINEW_PLUGIN_PATH is not set: built-in stages only");
  std::string found = std::to_string(plugins.size()) + " loaded";
  for (const std::string& plugin : plugins) found += ", " + plugin;
  return good("plugins", found);
}

Finding configuration() {
  const fs::path home = home_directory();
  if (!home.empty() && fs::is_directory(home / "config"))
    return good("config", (home / "config").string());
  return {"config", false, "no folder config/ is found from the executable",
          "sub-graphs such as slam.stereo are not found by name",
          "keep share/sinew beside bin/, or set SINEW_HOME to the folder that holds config/"};
}

Finding data() {
  const char* const folder = std::getenv("SINEW_DATA");
  if (folder && fs::is_directory(folder)) return good("data", folder);
  return {"data", false, folder ? std::string(folder) + " is no folder" : "SINEW_DATA is not set",
          "tests on real data look in ../shared/data and are skipped where that is missing",
          "set SINEW_DATA to the folder with the data sets"};
}

Finding output() {
  const fs::path here = fs::current_path();
  if (access(here.c_str(), W_OK) == 0) return good("output", here.string() + " can be written");
  return {"output", false, here.string() + " cannot be written",
          "sinew run is refused: it writes to out/ by default", "use --out DIR"};
}

}  // namespace

std::vector<Finding> examine_machine(const std::vector<std::string>& plugins) {
  return {machine(),       cpus(),       governor(),
          realtime(),      huge_pages(), kernels(),
          driver(),        libraries(),  plugins_loaded(plugins),
          configuration(), data(),       output()};
}

}  // namespace sinew
