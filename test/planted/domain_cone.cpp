#include "domain_cone.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <utility>

#include "assay/base/check.hpp"

namespace assay::domain {
namespace {

constexpr std::size_t kMaxRows = 256;

/// Which of the rows so far are 0 on a ray.
using Zeros = std::bitset<kMaxRows>;

struct Edge {
  Row row;
  Zeros zeros;
};

/// left * left_factor + right * right_factor, shortened.
Row combined(const Row& left, const mpz_class& left_factor, const Row& right, const mpz_class& right_factor) {
  Row made(left.size());
  for (std::size_t i = 0; i < left.size(); ++i) made[i] = left[i] * left_factor + right[i] * right_factor;
  shorten(made);
  return made;
}

/// The double description method.
class Cutter {
 public:
  explicit Cutter(std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      lines_.emplace_back(size);
      lines_.back()[i] = 1;
    }
  }

  void cut(const Row& row) {
    ASSAY_CHECK(rows_ < kMaxRows, "too many constraints for a domain that is here to be tested");
    const auto crossing =
        std::find_if(lines_.begin(), lines_.end(), [&](const Row& line) { return sgn(dot(row, line)) != 0; });
    if (crossing == lines_.end()) {
      cut_rays(row);
    } else {
      Row line = std::move(*crossing);
      lines_.erase(crossing);
      cut_line(row, std::move(line));
    }
    ++rows_;
  }

  Cone take() {
    Cone cone;
    for (Edge& ray : rays_) cone.rays.push_back(std::move(ray.row));
    cone.lines = std::move(lines_);
    return cone;
  }

 private:
  /// Keeps a half of the line as a ray, and moves all other lines and rays along it until the row is 0 on them.
  void cut_line(const Row& row, Row line) {
    mpz_class height = dot(row, line);
    if (height < 0) {
      for (mpz_class& entry : line) entry = -entry;
      height = -height;
    }
    for (Row& other : lines_) other = combined(other, height, line, -dot(row, other));
    for (Edge& ray : rays_) {
      ray.row = combined(ray.row, height, line, -dot(row, ray.row));
      ray.zeros.set(rows_);
    }
    Zeros all;
    for (std::size_t i = 0; i < rows_; ++i) all.set(i);
    rays_.push_back({std::move(line), all});
  }

  /// Removes rays below 0. Adds a ray between each adjacent pair of a ray above 0 and a ray below 0.
  void cut_rays(const Row& row) {
    std::vector<mpz_class> heights;
    for (const Edge& ray : rays_) heights.push_back(dot(row, ray.row));
    std::vector<Edge> kept;
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      if (heights[i] < 0) continue;
      kept.push_back(rays_[i]);
      if (heights[i] == 0) kept.back().zeros.set(rows_);
    }
    for (std::size_t above = 0; above < rays_.size(); ++above) {
      for (std::size_t below = 0; below < rays_.size(); ++below) {
        if (heights[above] <= 0 || heights[below] >= 0 || !adjacent(above, below)) continue;
        Zeros zeros = rays_[above].zeros & rays_[below].zeros;
        zeros.set(rows_);
        kept.push_back({combined(rays_[above].row, -heights[below], rays_[below].row, heights[above]), zeros});
      }
    }
    rays_ = std::move(kept);
  }

  [[nodiscard]] bool adjacent(std::size_t one, std::size_t other) const {
    const Zeros common = rays_[one].zeros & rays_[other].zeros;
    for (std::size_t i = 0; i < rays_.size(); ++i)
      if (i != one && i != other && (rays_[i].zeros & common) == common) return false;
    return true;
  }

  std::size_t rows_ = 0;
  std::vector<Row> lines_;
  std::vector<Edge> rays_;
};

}  // namespace

mpz_class dot(const Row& left, const Row& right) {
  mpz_class sum;
  for (std::size_t i = 0; i < left.size(); ++i) mpz_addmul(sum.get_mpz_t(), left[i].get_mpz_t(), right[i].get_mpz_t());
  return sum;
}

void shorten(Row& row) {
  mpz_class divisor;
  for (const mpz_class& entry : row) divisor = gcd(divisor, entry);
  if (divisor <= 1) return;
  for (mpz_class& entry : row) entry /= divisor;
}

Cone cone_of(const std::vector<Row>& rows, std::size_t size) {
  Cutter cutter(size);
  for (const Row& row : rows) cutter.cut(row);
  return cutter.take();
}

Cone rows_of(const Cone& cone, std::size_t size) {
  std::vector<Row> rows = cone.rays;
  for (Row line : cone.lines) {
    rows.push_back(line);
    for (mpz_class& entry : line) entry = -entry;
    rows.push_back(std::move(line));
  }
  return cone_of(rows, size);
}

Row row_of(const LinearExpression& expression, std::size_t dimensions) {
  mpz_class scale = expression.constant.get_den();
  for (std::size_t i = 0; i < dimensions; ++i) scale = lcm(scale, expression.coefficient(i).get_den());
  Row row(dimensions + 1);
  for (std::size_t i = 0; i <= dimensions; ++i) {
    const Rational entry = i < dimensions ? expression.coefficient(i) : expression.constant;
    row[i] = entry.get_num() * (scale / entry.get_den());
  }
  return row;
}

LinearExpression expression_of(const Row& row) {
  LinearExpression made;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) made.coefficients.emplace_back(row[i]);
  made.constant = row.back();
  return made;
}

Cone generators_of(const std::vector<Constraint>& constraints, std::size_t dimensions) {
  std::vector<Row> rows;
  rows.emplace_back(dimensions + 1);
  rows.back().back() = 1;
  for (const Constraint& constraint : constraints) {
    rows.push_back(row_of(constraint.expression, dimensions));
    if (constraint.relation != Constraint::Relation::Equal) continue;
    Row other = rows.back();
    for (mpz_class& entry : other) entry = -entry;
    rows.push_back(std::move(other));
  }
  return cone_of(rows, dimensions + 1);
}

bool has_point(const Cone& generators) {
  return std::any_of(generators.rays.begin(), generators.rays.end(), [](const Row& ray) { return ray.back() > 0; });
}

Bounds bounds_over(const Cone& generators, const LinearExpression& expression) {
  if (!has_point(generators)) return {true, {}, {}};
  const std::size_t dimensions = generators.rays.front().size() - 1;
  const Row row = row_of(expression, dimensions);
  mpz_class scale = expression.constant.get_den();
  for (std::size_t i = 0; i < dimensions; ++i) scale = lcm(scale, expression.coefficient(i).get_den());
  Bounds bounds;
  bool down = false;
  bool up = false;
  for (const Row& line : generators.lines) down = up = down || sgn(dot(row, line)) != 0;
  for (const Row& ray : generators.rays) {
    const mpz_class height = dot(row, ray);
    if (ray.back() == 0) {
      down = down || height < 0;
      up = up || height > 0;
      continue;
    }
    Rational value(height, ray.back() * scale);
    value.canonicalize();
    if (!bounds.low || value < *bounds.low) bounds.low = value;
    if (!bounds.high || value > *bounds.high) bounds.high = value;
  }
  if (down) bounds.low.reset();
  if (up) bounds.high.reset();
  return bounds;
}

Cone mapped(const Cone& generators, const std::vector<Assignment>& assignments, std::size_t dimensions) {
  std::vector<std::pair<Row, mpz_class>> images;
  mpz_class common = 1;
  for (const Assignment& assignment : assignments) {
    mpz_class scale = assignment.expression.constant.get_den();
    for (std::size_t i = 0; i < dimensions; ++i) scale = lcm(scale, assignment.expression.coefficient(i).get_den());
    images.emplace_back(row_of(assignment.expression, dimensions), scale);
    common = lcm(common, scale);
  }
  const auto image = [&](const Row& from) {
    Row made(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) made[i] = from[i] * common;
    for (std::size_t i = 0; i < assignments.size(); ++i)
      made[assignments[i].dimension] = dot(images[i].first, from) * (common / images[i].second);
    shorten(made);
    return made;
  };
  Cone made;
  for (const Row& ray : generators.rays) made.rays.push_back(image(ray));
  for (const Row& line : generators.lines) made.lines.push_back(image(line));
  return made;
}

}  // namespace assay::domain
