// SPDX-License-Identifier: Apache-2.0
#include "framework/config/scalar.h"

#include "tests/support/catch.h"

namespace sinew {
namespace {

using namespace std::chrono_literals;

Value scalar(const std::string& text) { return read_yaml_text(text, "t"); }

template <class T>
T good(const std::string& text) {
  T out{};
  CHECK(read_scalar(scalar(text), out) == "");
  return out;
}

template <class T>
std::string bad(const std::string& text) {
  T out{};
  const std::string what = read_scalar(scalar(text), out);
  CHECK_FALSE(what.empty());
  return what;
}

TEST_CASE("numbers are read strictly") {
  CHECK(good<std::int64_t>("-12") == -12);
  CHECK(good<std::int64_t>("+7") == 7);
  CHECK(good<std::uint64_t>("18446744073709551615") == 18446744073709551615ull);
  CHECK(good<double>("2") == 2.0);
  CHECK(good<double>("-1.5e-3") == -1.5e-3);
  CHECK(bad<std::int64_t>("2.0") == "must be an integer, not '2.0'");
  CHECK(bad<std::int64_t>("1e3") == "must be an integer, not '1e3'");
  CHECK(bad<std::int64_t>("\"2\"") == "must be an integer, not the string '2'");
  CHECK(bad<std::int64_t>("[2]") == "must be an integer, not a list");
  CHECK(bad<std::int64_t>("9223372036854775808") ==
        "must be an integer of 64 bits, not '9223372036854775808'");
  CHECK(bad<std::uint64_t>("-1") == "must be an integer of 0 or more, not '-1'");
  CHECK(bad<double>(".nan") == "must be a finite number, not '.nan'");
  CHECK(bad<double>("inf") == "must be a finite number, not 'inf'");
  CHECK(bad<double>("1e999") == "must be a finite number, not '1e999'");
  CHECK(bad<double>("~") == "must be a finite number, not nothing");
}

TEST_CASE("only true and false are flags") {
  CHECK(good<bool>("true"));
  CHECK_FALSE(good<bool>("false"));
  CHECK(bad<bool>("yes") == "must be true or false, not 'yes'");
  CHECK(bad<bool>("1") == "must be true or false, not '1'");
}

TEST_CASE("durations carry a unit") {
  CHECK(good<Duration>("20 ms") == 20ms);
  CHECK(good<Duration>("1.5 s") == 1500ms);
  CHECK(good<Duration>("10us") == 10us);
  CHECK(good<Duration>("2 min") == 2min);
  CHECK(good<Duration>("-5 ns") == -5ns);
  CHECK(bad<Duration>("20") == "write a unit: '20 ms'");
  CHECK(bad<Duration>("20 sec") == "must be a duration like '20 ms', not '20 sec'");
  CHECK(bad<Duration>("ms") == "must be a duration like '20 ms', not 'ms'");
  CHECK(bad<Duration>("1e18 s") == "must be at most 290 years, not '1e18 s'");
}

TEST_CASE("sizes carry a unit and are whole") {
  CHECK(good<Bytes>("2 MiB").count == 2 << 20);
  CHECK(good<Bytes>("1.5 KiB").count == 1536);
  CHECK(good<Bytes>("3 MB").count == 3'000'000);
  CHECK(bad<Bytes>("4096") == "write a unit: '4096 MiB'");
  CHECK(bad<Bytes>("0.3 B") == "must be a whole number of bytes, not '0.3 B'");
  CHECK(bad<Bytes>("-1 MiB") == "must be a whole number of bytes, not '-1 MiB'");
}

TEST_CASE("shares carry a percent sign") {
  double percent = 0;
  CHECK(read_percent(scalar("40%"), percent) == "");
  CHECK(percent == 40);
  CHECK(read_percent(scalar("40"), percent) == "write a unit: '40%'");
}

TEST_CASE("printed values are read back the same") {
  for (const Duration d : {0ns, 1ns, 1500ns, 20'000'000ns, 1'500'000'000ns, -3'000'000ns,
                           90'000'000'000ns, 123'456'789ns})
    CHECK(good<Duration>(to_text(d)) == d);
  CHECK(to_text(Duration(20ms)) == "20 ms");
  CHECK(to_text(Duration(1500ms)) == "1.5 s");
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1536},
                                   std::int64_t{2} << 20, std::int64_t{5} << 30})
    CHECK(good<Bytes>(to_text(Bytes{count})).count == count);
  for (const double number : {0.1, -2.0, 1e300, 3.0})
    CHECK(good<double>(to_text(number)) == number);
}

TEST_CASE("printed strings are read back as the same string") {
  for (const std::string text :
       {"plain", "/dev/video0", "", "5", "true", "null", "~", "a: b", "- x", "'q'", "\"", "\\",
        "a\nb", "ä", " lead", "#c", "1e3", "${x}"}) {
    const Value value = scalar(to_yaml(text));
    CHECK(value.kind == Value::Kind::kScalar);
    CHECK(value.text == text);
  }
  CHECK(scalar(to_yaml("5")).quoted);
}

}  // namespace
}  // namespace sinew
