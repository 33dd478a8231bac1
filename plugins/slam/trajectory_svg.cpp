// SPDX-License-Identifier: Apache-2.0
#include "plugins/slam/trajectory_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace sinew {
namespace {

constexpr double kSide = 720, kMargin = 60;

struct Frame {
  int right = 0, up = 2;        ///< which axes of the world are drawn
  double left = 0, bottom = 0;  ///< [m]
  double scale = 1;             ///< [px/m]

  double x(const Vec3& p) const {
    return kMargin + (p[static_cast<std::size_t>(right)] - left) * scale;
  }
  double y(const Vec3& p) const {
    return kSide - kMargin - (p[static_cast<std::size_t>(up)] - bottom) * scale;
  }
};

/// The two longest axes of everything, in their order, fitted into the picture.
Frame fit(const std::vector<Transform>& a, const std::vector<Transform>& b) {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (const auto* poses : {&a, &b})
    for (const Transform& T : *poses)
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], T.translation_m[i]);
        high[i] = std::max(high[i], T.translation_m[i]);
      }
  std::array<int, 3> axes{0, 1, 2};
  const auto extent = [&](int i) {
    return high[static_cast<std::size_t>(i)] - low[static_cast<std::size_t>(i)];
  };
  std::stable_sort(axes.begin(), axes.end(), [&](int i, int j) { return extent(i) > extent(j); });
  Frame frame;
  frame.right = std::min(axes[0], axes[1]);
  frame.up = std::max(axes[0], axes[1]);
  frame.left = low[static_cast<std::size_t>(frame.right)];
  frame.bottom = low[static_cast<std::size_t>(frame.up)];
  frame.scale = (kSide - 2 * kMargin) / std::max(extent(axes[0]), 1e-3);
  return frame;
}

void draw_line(std::ostream& svg, const Frame& frame, const std::vector<Transform>& poses,
               const char* style) {
  svg << "<polyline fill=\"none\" " << style << " points=\"";
  for (const Transform& T : poses)
    svg << frame.x(T.translation_m) << ',' << frame.y(T.translation_m) << ' ';
  svg << "\"/>\n";
}

/// A bar of 1, 2 or 5 times a power of ten, about a fifth of the picture.
void draw_scale(std::ostream& svg, const Frame& frame) {
  const double wanted_m = kSide / 5 / frame.scale;
  double length_m = std::pow(10, std::floor(std::log10(wanted_m)));
  for (const double step : {5.0, 2.0})
    if (length_m * step <= wanted_m) {
      length_m *= step;
      break;
    }
  const double y = kSide - kMargin / 3;
  svg << "<path stroke=\"#333\" stroke-width=\"2\" d=\"M" << kMargin << ' ' << y << "h"
      << length_m * frame.scale << "\"/>\n<text x=\"" << kMargin << "\" y=\"" << y - 6 << "\">"
      << length_m << " m</text>\n";
}

}  // namespace

std::string trajectory_svg(const std::vector<Transform>& estimate,
                           const std::vector<Transform>& truth) {
  std::ostringstream svg;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kSide << ' ' << kSide
      << "\" font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" "
         "fill=\"white\"/>\n";
  if (!estimate.empty()) {
    const Frame frame = fit(estimate, truth);
    if (!truth.empty()) draw_line(svg, frame, truth, "stroke=\"#999\" stroke-width=\"4\"");
    draw_line(svg, frame, estimate, "stroke=\"#0a6\" stroke-width=\"2\"");
    const Vec3& start = estimate.front().translation_m;
    const Vec3& end = estimate.back().translation_m;
    svg << "<circle r=\"5\" fill=\"#06c\" cx=\"" << frame.x(start) << "\" cy=\"" << frame.y(start)
        << "\"/><circle r=\"5\" fill=\"#c30\" cx=\"" << frame.x(end) << "\" cy=\"" << frame.y(end)
        << "\"/>\n";
    draw_scale(svg, frame);
    const char* const axes[] = {"x", "y", "z"};
    svg << "<text x=\"" << kMargin << "\" y=\"30\">" << axes[frame.right] << " to the right, "
        << axes[frame.up] << " up; estimate green" << (truth.empty() ? "" : ", truth grey")
        << "; start blue, end red</text>\n";
  }
  svg << "</svg>\n";
  return svg.str();
}

}  // namespace sinew
