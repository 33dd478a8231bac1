// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

#include "framework/config/problems.h"
#include "framework/core/error.h"
#include "framework/stage/plugin.h"
#include "framework/stage/registry.h"
#include "tools/sinew/verbs.h"

namespace sinew {
namespace {

/// What was asked for: one verb, with its arguments.
struct CommandLine {
  CLI::App app{"Runs a robot's perception and planning as one graph written in YAML."};
  RunArguments run;
  GraphArguments check, explain;
  DrawArguments draw;
  HopsArguments hops;
  ListFormat list_format = ListFormat::kTable;
  std::string stage, name, directory = ".";
  bool describe_json = false, doctor_json = false;
  std::vector<std::string> plugins;
  std::function<int()> verb;

  CLI::App& add(CLI::App& parent, const std::string& verb_name, const std::string& doc,
                const std::string& example, std::function<int()> call) {
    CLI::App& sub = *parent.add_subcommand(verb_name, doc);
    sub.footer("Example:\n  " + example);
    if (call) sub.callback([this, call = std::move(call)] { verb = call; });
    return sub;
  }
};

void add_graph_options(CLI::App& sub, GraphArguments& graph) {
  sub.add_option("FILE", graph.file, "Graph file (YAML)")->required();
  sub.add_option("-D,--define", graph.defines, "Replaces a parameter of the file: name=value")
      ->allow_extra_args(false)
      ->take_all();
  sub.add_option("--board", graph.board, "Board file, or the name of one in boards/");
  sub.add_option("--clock", graph.clock, "live, replay or lockstep (default: as the sources are)")
      ->check(CLI::IsMember({"live", "replay", "lockstep"}));
}

void add_run(CommandLine& line) {
  RunArguments& run = line.run;
  CLI::App& sub = line.add(line.app, "run", "Runs a graph until it ends",
                           "sinew run pipelines/01_stereo_odometry.yaml --out out -D seed=7",
                           [&run] { return run_graph(run); });
  add_graph_options(sub, run.graph);
  sub.add_option("--out", run.out, "Folder for report.json and what sinks write")
      ->capture_default_str();
  sub.add_option("--rate", run.rate, "With --clock replay: data seconds a second, or max")
      ->capture_default_str();
  sub.add_option("--for", run.run_for, "Ends after this time on the wall: 60s, 500ms");
  sub.add_option("--frames", run.frames, "Ends after this many messages of each source")
      ->check(CLI::PositiveNumber);
  sub.add_flag("--quiet", run.quiet, "No table at the end, no progress bar");
}

void add_graph_verbs(CommandLine& line) {
  CLI::App& check =
      line.add(line.app, "check", "Says everything that is wrong with a graph; opens nothing",
               "sinew check pipelines/02_kitti.yaml -D data=/data/kitti/07",
               [&line] { return check_graph(line.check); });
  add_graph_options(check, line.check);
  check.add_flag("--json", line.check.json, "For programs: {file, ok, problems}");

  CLI::App& explain = line.add(line.app, "explain",
                               "Shows the plan: lanes, edges, queues, pools, what was downgraded",
                               "sinew explain pipelines/01_stereo_odometry.yaml --board thor",
                               [&line] { return explain_graph(line.explain); });
  add_graph_options(explain, line.explain);
  explain.add_flag("--json", line.explain.json, "For programs");

  CLI::App& draw = line.add(line.app, "graph", "Draws a graph",
                            "sinew graph pipelines/01_stereo_odometry.yaml --out odometry.svg",
                            [&line] { return draw_graph(line.draw); });
  add_graph_options(draw, line.draw.graph);
  draw.add_option("--format", line.draw.format, "svg or dot")
      ->check(CLI::IsMember({"svg", "dot"}))
      ->capture_default_str();
  draw.add_option("--out", line.draw.out, "File to write; standard output without it");
}

void add_stage_verbs(CommandLine& line) {
  CLI::App& list = line.add(line.app, "list", "Lists the stages", "sinew list",
                            [&line] { return list_stages(line.list_format); });
  const auto add_format = [&](const char* flag, ListFormat format, const char* doc) {
    list.add_flag_callback(
        flag, [&line, format] { line.list_format = format; }, doc);
  };
  add_format("--names", ListFormat::kNames, "Their names, one a line");
  add_format("--markdown", ListFormat::kMarkdown, "The table of plugins/README.md");
  add_format("--json", ListFormat::kJson, "For programs");

  CLI::App& describe = line.add(line.app, "describe", "Shows a stage's parameters and ports",
                                "sinew describe image.brighten",
                                [&line] { return describe_stage(line.stage, line.describe_json); });
  describe.add_option("STAGE", line.stage, "Name as in use: of a graph file")->required();
  describe.add_flag("--json", line.describe_json, "For programs");

  line.add(line.app, "schema", "Prints the JSON schema of graph files, for editors",
           "sinew schema > graph.schema.json", [] { return print_schema(); });
}

void add_machine_verbs(CommandLine& line) {
  CLI::App& doctor =
      line.add(line.app, "doctor", "Says what this machine has, and what is missing",
               "sinew doctor", [&line] { return print_doctor(line.plugins, line.doctor_json); });
  doctor.add_flag("--json", line.doctor_json, "For programs");

  CLI::App& bench = line.add(line.app, "bench", "Measures Sinew on this machine",
                             "sinew bench hops --json", nullptr);
  bench.require_subcommand(0, 1);
  CLI::App& hops =
      line.add(bench, "hops", "What handing a message on costs, against a bare futex",
               "sinew bench hops --seconds 20", [&line] { return bench_hops(line.hops); });
  hops.add_option("--seconds", line.hops.seconds, "How long to measure, all together")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  hops.add_flag("--json", line.hops.json, "For programs");
}

void add_new(CommandLine& line) {
  CLI::App& create = line.add(line.app, "new", "Writes a new stage or graph to start from",
                              "sinew new stage image.invert my_stages", nullptr);
  create.require_subcommand(0, 1);
  CLI::App& stage = line.add(create, "stage", "A project with a stage, its test and its build file",
                             "sinew new stage image.invert my_stages",
                             [&line] { return new_stage(line.name, line.directory); });
  CLI::App& graph = line.add(create, "graph", "A graph file that runs", "sinew new graph my_robot",
                             [&line] { return new_graph(line.name, line.directory); });
  stage.add_option("NAME", line.name, "family.what, as in image.invert")->required();
  graph.add_option("NAME", line.name, "Of the graph and its file")->required();
  for (CLI::App* sub : {&stage, &graph})
    sub->add_option("DIR", line.directory, "Folder to write in")->capture_default_str();
}

/// The verb as far as the command line got: "bench hops".
const CLI::App* deepest(const CLI::App* app) {
  const auto subs = app->get_subcommands();
  return subs.empty() ? app : deepest(subs.front());
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// "sinew bench"
std::string full_name(const CLI::App& app) {
  return (app.get_parent() ? full_name(*app.get_parent()) + " " : "") + app.get_name();
}

/// One sentence for a command line that cannot be read.
std::string sentence(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& at = *deepest(&app);
  const std::string verb = full_name(at);
  const std::vector<std::string> extras = app.remaining(true);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extras.empty()) {
    const std::string& extra = extras.front();
    if (extra.starts_with('-'))
      return verb + ": there is no option '" + extra + "'" + did_you_mean(extra, options_of(at));
    if (!verbs_of(at).empty())
      return verb + ": there is no verb '" + extra + "'" + did_you_mean(extra, verbs_of(at));
    return verb + ": does not take '" + extra + "'";
  }
  return verb + ": " + error.what() + " (" + verb + " --help says more)";
}

int run(int argc, char** argv) {
  CommandLine line;
  line.app.name("sinew");
  line.app.footer(
      "sinew VERB --help says more of a verb, with an example.\nExample:\n"
      "  sinew run pipelines/00_hello.yaml");
  line.app.set_version_flag("--version", "sinew " SINEW_VERSION);
  line.app.require_subcommand(0, 1);
  add_run(line);
  add_graph_verbs(line);
  add_stage_verbs(line);
  add_machine_verbs(line);
  add_new(line);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return line.app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw Error(sentence(line.app, error));
  }
  if (!line.verb) {
    const std::string verb = full_name(*deepest(&line.app));
    throw Error(verb + ": name a verb (" + verb + " --help lists them)");
  }

  for (const std::string& name : take_duplicate_stages())
    throw Error("stage '" + name + "' is registered twice in this program");
  const char* const folders = std::getenv("SINEW_PLUGIN_PATH");
  for (const auto& file : load_plugins(folders ? folders : ""))
    line.plugins.push_back(file.string());
  return line.verb();
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
  try {
    return sinew::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
