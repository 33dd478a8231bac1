#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each lint finds what is bad in a sample tree and nothing in a good one."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools/lint"))
import check_docs
import check_layers
import check_size
import check_spdx

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


def run(check, **tree):
    """Returns the lint's problems in a tree of {path: text}, in which __ stands for / and _dot_ for the dot."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in tree.items():
            path = root / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return check(root)


class Layers(unittest.TestCase):
    def run_with(self, **tree):
        return run(check_layers.check, framework__core__error_dot_h="", framework__runtime__runtime_dot_h="",
                   kernels__image__remap_dot_h="", plugins__slam__map_dot_h="#include <Eigen/Core>\n", **tree)

    def test_downward_includes_are_fine(self):
        self.assertEqual([], self.run_with(
            plugins__stages__a_dot_cpp='#include "framework/runtime/runtime.h"\n#include "plugins/slam/map.h"\n',
            kernels__image__remap_dot_cpp='#include "framework/core/error.h"\n#include "kernels/image/remap.h"\n'))

    def test_upward_includes_are_told_with_their_place(self):
        self.assertEqual(
            ["framework/core/a.h:2: layer core may not include framework/runtime/runtime.h of layer runtime",
             "framework/runtime/a.cpp:1: layer runtime may not include kernels/image/remap.h of layer kernels",
             "kernels/image/a.cpp:1: layer kernels may not include framework/runtime/runtime.h of layer runtime",
             "plugins/slam/a.cpp:1: layer classes may not include framework/runtime/runtime.h of layer runtime"],
            self.run_with(
                framework__core__a_dot_h='#pragma once\n#include "framework/runtime/runtime.h"\n',
                framework__runtime__a_dot_cpp='#include "kernels/image/remap.h"\n',
                kernels__image__a_dot_cpp='#include "framework/runtime/runtime.h"\n',
                plugins__slam__a_dot_cpp='#include "framework/runtime/runtime.h"\n'))

    def test_a_file_that_is_not_there_is_told(self):
        self.assertEqual(
            ['tools/a.cpp:1: "error.h" is not there; includes are written from the root of the tree'],
            self.run_with(tools__a_dot_cpp='#include "error.h"\n'))

    def test_heavy_headers_are_for_one_cpp(self):
        self.assertEqual(
            ["framework/core/b.cpp:1: spdlog is included by framework/core/a.cpp already; use that file's header",
             "framework/core/c.h:1: CLI11 is for one .cpp, behind a header of our own",
             "framework/core/d.h:1: Eigen is for plugins/slam and tests"],
            self.run_with(
                framework__core__a_dot_cpp="#include <spdlog/spdlog.h>\n#include <spdlog/sinks/null_sink.h>\n",
                framework__core__b_dot_cpp="#include <spdlog/spdlog.h>\n",
                framework__core__c_dot_h="#include <CLI/CLI.hpp>\n",
                framework__core__d_dot_h="#include <Eigen/Core>\n"))


def function(name, body_lines):
    return f"int {name}(int a,\n    int b) const {{\n" + "  if (a) { b(\"}\"); } // }\n" * body_lines + "}\n"


class Size(unittest.TestCase):
    def test_what_is_short_is_fine(self):
        text = "namespace a {\nclass B : public C<int()> {\n" + function("f", 38) + "};\n" + "int x = 1;\n" * 50 + "}\n"
        self.assertEqual([], run(check_size.check, framework__core__a_dot_h=text))

    def test_long_functions_are_told(self):
        for before, after in (("", ""), ("namespace a {\nclass B {\n", "};\n}\n"), ("struct S final : T {\n", "};\n"),
                              ("SINEW_STAGE(A, \"a\", f<&A::b>(\"(\"))\nnamespace {\n", "}\n"),
                              ('extern "C" {\n', "}\n"), ("#define OPEN {\nenum class E { kA };\n", "")):
            problems = run(check_size.check, framework__core__a_dot_h=before + function("f", 39) + after)
            self.assertEqual(1, len(problems), before)
            self.assertRegex(problems[0], r"framework/core/a\.h:\d+: int f\(int a, int b\) const: 41 lines, at most 40")

    def test_a_long_constructor_with_initialisers_is_told(self):
        text = "A::A(int b)\n    : b_(b), c_{b} {\n" + "  b;\n" * 40 + "}\n"
        self.assertEqual(1, len(run(check_size.check, framework__core__a_dot_cpp=text)))

    def test_a_long_test_case_and_a_long_python_function_are_told(self):
        self.assertEqual(1, len(run(check_size.check, tests__a_dot_cpp='TEST_CASE("a") {\n' + "  b;\n" * 40 + "}\n")))
        self.assertEqual(1, len(run(check_size.check, tools__a_dot_py="def f():\n" + "    b()\n" * 40)))

    def test_long_files_are_told(self):
        self.assertEqual(
            ["framework/core/a.h: 401 lines, at most 400: one file is one concept",
             "plugins/stages/a.cpp: 151 lines, at most 150: one file is one concept"],
            run(check_size.check, framework__core__a_dot_h="\n" * 401, framework__core__b_dot_h="\n" * 400,
                plugins__stages__a_dot_cpp="\n" * 151, plugins__stages__b_dot_cpp="\n" * 150))


class Docs(unittest.TestCase):
    GOOD = ("/// Doubles.\n///\n/// @param src, mask  u8[H][W], any stride\n/// @param dst        the result,\n"
            "///                   f32[H][W]\n/// @param gain       factor\n"
            "void twice(const Lane& lane, ImageView<const std::uint8_t> src,\n"
            "           ImageView<const std::uint8_t> mask, ImageView<float> dst, float gain);\n")

    def test_a_documented_function_is_fine(self):
        self.assertEqual([], run(check_docs.check, kernels__image__twice_dot_h=self.GOOD))

    def test_a_view_without_shape_and_a_function_without_doc_are_told(self):
        self.assertEqual(
            ["kernels/image/a.h:7: twice: write `@param dst  ` with its shape, as in u8[H][W]",
             "kernels/image/a.h:9: bare has no doc comment"],
            run(check_docs.check, kernels__image__a_dot_h=self.GOOD.replace("f32[H][W]", "values [px]") +
                "void bare(int a);\n"))

    def test_a_readme_names_what_exists(self):
        readme = "`framework/core/a.h`, `core/`, `SINEW_X`, `Foo::` `FooBar`, `build/x`\n```\n`not/there`\n```\n"
        self.assertEqual([], run(check_docs.check, framework__README_dot_md=readme,
                                 framework__core__a_dot_h="#define SINEW_X FooBar\n"))

    def test_a_readme_that_names_what_is_not_there_is_told(self):
        self.assertEqual(
            ["README.md:1: there is no `framework/core/b.h`", "README.md:2: no source has a `FooBar`",
             "README.md:3: no source has a `run()`"],
            run(check_docs.check, README_dot_md="`framework/core/b.h`\n`FooBar`\n`run()`\n",
                framework__core__a_dot_h=""))


class Spdx(unittest.TestCase):
    def test_the_line_is_on_top(self):
        self.assertEqual(
            ["b.cpp:1: lacks the line `SPDX-License-Identifier: Apache-2.0` on top",
             "d:1: lacks the line `SPDX-License-Identifier: Apache-2.0` on top"],
            run(check_spdx.check, a_dot_cpp=SPDX, b_dot_cpp="int a;\n" + SPDX, c="#!/bin/sh\n" + SPDX.replace("//", "#"),
                d="#!/bin/sh\necho\n", e_dot_md="text\n"))


if __name__ == "__main__":
    unittest.main()
