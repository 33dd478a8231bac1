// SPDX-License-Identifier: Apache-2.0
#include "framework/config/param.h"

#include <unistd.h>

#include <fstream>

#include "tests/support/catch.h"

namespace sinew {
namespace {

using namespace std::chrono_literals;

enum class Model { kRadtan, kEquidistant };

struct Params {
  bool mirror = false;
  int count = 3;
  std::uint64_t seed = 1;
  float gain = 1;
  double speed_m_s = 0.5;
  std::string device = "none";
  Duration wait = 20ms;
  Bytes size{2 << 20};
  std::filesystem::path calibration;
  std::filesystem::path log;
  std::vector<double> goal{1, 2};
  std::vector<std::string> names;
  Model model = Model::kRadtan;

  static auto describe() {
    return std::tuple(
        param<&Params::mirror>("Mirrors."), param<&Params::count>("A count.").range(1, 9),
        param<&Params::seed>("A seed."), param<&Params::gain>("A gain.").range(0, 16).live(),
        param<&Params::speed_m_s>("A speed."), param<&Params::device>("A device."),
        param<&Params::wait>("A wait.").range(0, 2),
        param<&Params::size>("A size.").range(1024, 1 << 30),
        param<&Params::calibration>("A calibration.").must_exist(), param<&Params::log>("A log."),
        param<&Params::goal>("A goal.").range(-5, 5), param<&Params::names>("Names."),
        param<&Params::model>("A model.").names("radtan", "equidistant"));
  }
};

struct Read {
  Params params;
  std::string problems;
};

Read read(const std::string& text, const std::filesystem::path& directory = "",
          const std::filesystem::path& config = "") {
  Read read;
  Problems problems;
  const Value with = read_yaml_text(text, "t.yaml");
  read_params(param_infos<Params>(), with, &read.params,
              {&problems, "stages.s.with", directory, config});
  read.problems = problems.text();
  return read;
}

TEST_CASE("every type of parameter is read") {
  const Read all = read(
      "mirror: true\ncount: 9\nseed: 18446744073709551615\ngain: 2\nspeed_m_s: 1e-3\n"
      "device: /dev/video0\nwait: 1.5 s\nsize: 4 KiB\ngoal: [4.0, -2]\nnames: [a, 'b c', 3]\n"
      "model: equidistant\n");
  CHECK(all.problems == "");
  CHECK(all.params.mirror);
  CHECK(all.params.count == 9);
  CHECK(all.params.seed == 18446744073709551615ull);
  CHECK(all.params.gain == 2.f);
  CHECK(all.params.speed_m_s == 1e-3);
  CHECK(all.params.device == "/dev/video0");
  CHECK(all.params.wait == 1500ms);
  CHECK(all.params.size.count == 4096);
  CHECK(all.params.goal == std::vector<double>{4, -2});
  CHECK(all.params.names == std::vector<std::string>{"a", "b c", "3"});
  CHECK(all.params.model == Model::kEquidistant);
}

TEST_CASE("nothing written leaves the defaults") {
  const Read none = read("");
  CHECK(none.problems == "");
  CHECK(none.params.count == 3);
}

TEST_CASE("all problems come at once, with place, and leave the members as they were") {
  const Read bad = read(
      "gain: 20\ncount: 2.0\nmirror: yes\nmax_fsp: 1\nwait: 3 s\nsize: 1 B\ngoal: [1, 9, x]\n"
      "model: radtam\nnames: a\nseed: -1\n");
  CHECK(bad.problems ==
        "t.yaml:1:7: stages.s.with.gain: 20 is outside [0, 16]\n"
        "t.yaml:2:8: stages.s.with.count: must be an integer, not '2.0'\n"
        "t.yaml:3:9: stages.s.with.mirror: must be true or false, not 'yes'\n"
        "t.yaml:4:1: stages.s.with: unknown parameter 'max_fsp'\n"
        "t.yaml:5:7: stages.s.with.wait: 3 s is outside [0 ms, 2 s]\n"
        "t.yaml:6:7: stages.s.with.size: 1 B is outside [1 KiB, 1 GiB]\n"
        "t.yaml:7:11: stages.s.with.goal[1]: 9 is outside [-5, 5]\n"
        "t.yaml:7:14: stages.s.with.goal[2]: must be a finite number, not 'x'\n"
        "t.yaml:8:8: stages.s.with.model: must be one of radtan, equidistant, not 'radtam'; did "
        "you mean 'radtan'?\n"
        "t.yaml:9:8: stages.s.with.names: must be a list of strings, not 'a'\n"
        "t.yaml:10:7: stages.s.with.seed: must be an integer of 0 or more, not '-1'");
  CHECK(bad.params.gain == 1.f);
  CHECK(bad.params.goal == std::vector<double>{1, 2});
}

TEST_CASE("an int and a float are bounded by their own width") {
  CHECK(read("speed_m_s: 1e300\n").problems == "");
  struct Narrow {
    int n = 0;
    float x = 0;
    static auto describe() { return std::tuple(param<&Narrow::n>("N."), param<&Narrow::x>("X.")); }
  } narrow;
  Problems problems;
  read_params(param_infos<Narrow>(), read_yaml_text("n: 2147483648\nx: 1e39\n", "t"), &narrow,
              {&problems, "w", "", ""});
  CHECK(problems.text() ==
        "t:1:4: w.n: 2147483648 is outside [-2147483648, 2147483647]\n"
        "t:2:4: w.x: 1e39 is outside [-3.4028234663852886e+38, 3.4028234663852886e+38]");
}

TEST_CASE("a required parameter must be written, and with must be a map") {
  struct Needs {
    std::string file;
    static auto describe() { return std::tuple(param<&Needs::file>("The file.").required()); }
  } needs;
  Problems problems;
  const ReadContext context{&problems, "w", "", ""};
  read_params(param_infos<Needs>(), read_yaml_text("{}", "t"), &needs, context);
  read_params(param_infos<Needs>(), read_yaml_text("[a]", "t"), &needs, context);
  CHECK(problems.text() ==
        "t:1:1: w: must be a map of parameters, not a list\n"
        "t:1:1: w: needs parameter 'file' (The file.)");
}

TEST_CASE("a path is looked up beside the graph file, then in config") {
  const auto root =
      std::filesystem::temp_directory_path() / ("sinew_param_test_" + std::to_string(getpid()));
  std::filesystem::remove_all(root);
  std::filesystem::create_directories(root / "graph");
  std::filesystem::create_directories(root / "config");
  std::ofstream(root / "graph/a.yaml") << "a";
  std::ofstream(root / "config/a.yaml") << "a";
  std::ofstream(root / "config/b.yaml") << "b";
  const auto look = [&](const std::string& text) {
    return read(text, root / "graph", root / "config");
  };
  CHECK(look("calibration: a.yaml").params.calibration == root / "graph/a.yaml");
  CHECK(look("calibration: b.yaml").params.calibration == root / "config/b.yaml");
  CHECK(look("calibration: /tmp").params.calibration == "/tmp");
  CHECK(look("log: new/c.txt").params.log == root / "graph/new/c.txt");
  CHECK(look("log: ''").params.log.empty());
  CHECK(look("calibration: c.yaml").problems ==
        "t.yaml:1:14: stages.s.with.calibration: there is no 'c.yaml' in '" +
            (root / "graph").string() + "' nor in '" + (root / "config").string() + "'");
  CHECK(look("calibration: /no/c").problems ==
        "t.yaml:1:14: stages.s.with.calibration: there is no '/no/c'");
  CHECK(look("calibration: ''").problems ==
        "t.yaml:1:14: stages.s.with.calibration: needs the name of a file");
  std::filesystem::remove_all(root);
}

TEST_CASE("a printed parameter is read back the same") {
  Params params =
      read("wait: 1.5 s\nnames: ['', 'x: y', '3']\ngoal: [0.1, 2]\nmodel: equidistant").params;
  std::string text;
  for (const ParamInfo& info : param_infos<Params>())
    if (info.name != "calibration") text += info.name + ": " + info.print(info, &params) + "\n";
  const Read again = read(text);
  CHECK(again.problems == "");
  CHECK(again.params.wait == params.wait);
  CHECK(again.params.names == params.names);
  CHECK(again.params.goal == params.goal);
  CHECK(again.params.model == params.model);
  CHECK(again.params.size.count == params.size.count);
}

TEST_CASE("rows say what describe shows") {
  const auto infos = param_infos<Params>();
  REQUIRE(infos.size() == 13);
  CHECK(infos[3].name == "gain");
  CHECK(infos[3].type == "number");
  CHECK(infos[3].live);
  CHECK(*infos[3].max == 16);
  CHECK(infos[8].must_exist);
  CHECK(infos[12].choices == std::vector<std::string>{"radtan", "equidistant"});
}

}  // namespace
}  // namespace sinew
