#include "principal.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace tertius {
namespace {

// Each sweep squares what lies off the diagonal, so few are enough.
constexpr int cMostSweeps = 32;

// Of the largest moment, so much is rounding in the tensor of a body that is turned to its axes. A smaller moment may be any
// number there, even a negative one.
constexpr double cNoise = 0x1p-48;

struct Axes {
	double v[3][3]; // v[i][k] is component i of axis k
};

// TurnAway turns the axes p and q so that nothing lies between them, and reports whether it had to.
bool TurnAway(double (&a)[3][3], Axes &axes, int p, int q) {
	double between = a[p][q];
	if (!(std::fabs(between) > DBL_EPSILON * std::sqrt(std::fabs(a[p][p]) * std::fabs(a[q][q])))) {
		a[p][q] = a[q][p] = 0;
		return false;
	}
	double cot = (a[q][q] - a[p][p]) / (2 * between); // of twice the angle
	double tan = (cot < 0 ? -1 : 1) / (std::fabs(cot) + std::sqrt(cot * cot + 1));
	double cos = 1 / std::sqrt(tan * tan + 1), sin = tan * cos;
	a[p][p] -= tan * between;
	a[q][q] += tan * between;
	a[p][q] = a[q][p] = 0;
	int r = 3 - p - q;
	double rp = a[r][p], rq = a[r][q];
	a[r][p] = a[p][r] = cos * rp - sin * rq;
	a[r][q] = a[q][r] = sin * rp + cos * rq;
	for (double(&row)[3] : axes.v) {
		double x = row[p], y = row[q];
		row[p] = cos * x - sin * y;
		row[q] = sin * x + cos * y;
	}
	return true;
}

// QuaternionOf is the rotation of axes (S. W. Shepperd, "Quaternion from rotation matrix", 1978): it divides by the largest of
// the four components.
void QuaternionOf(const Axes &axes, double *q) {
	const double(&v)[3][3] = axes.v;
	double trace = v[0][0] + v[1][1] + v[2][2];
	int largest = 3;
	for (int i = 0; i < 3; ++i)
		if (v[i][i] > (largest == 3 ? trace : v[largest][largest]))
			largest = i;
	if (largest == 3) {
		double four = 2 * std::sqrt(1 + trace); // times w
		q[0] = (v[2][1] - v[1][2]) / four;
		q[1] = (v[0][2] - v[2][0]) / four;
		q[2] = (v[1][0] - v[0][1]) / four;
		q[3] = four / 4;
		return;
	}
	int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
	double four = 2 * std::sqrt(1 + v[i][i] - v[j][j] - v[k][k]);
	q[i] = four / 4;
	q[j] = (v[j][i] + v[i][j]) / four;
	q[k] = (v[k][i] + v[i][k]) / four;
	q[3] = (v[k][j] - v[j][k]) / four;
}

} // namespace

Principal PrincipalOf(const Tensor &inertia) {
	double a[3][3];
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column)
			a[row][column] = inertia.m[3 * row + column];
	Axes axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	bool turned = false, turns = true;
	for (int sweep = 0; turns && sweep < cMostSweeps; ++sweep) {
		turns = TurnAway(a, axes, 0, 1);
		turns = TurnAway(a, axes, 0, 2) || turns;
		turns = TurnAway(a, axes, 1, 2) || turns;
		turned = turned || turns;
	}
	Principal out{{a[0][0], a[1][1], a[2][2]}, {0, 0, 0, 1}};
	if (!turned)
		return out;
	double least = cNoise * std::max({out.moments[0], out.moments[1], out.moments[2]});
	for (double &moment : out.moments)
		moment = std::max(moment, least);
	QuaternionOf(axes, out.rotation);
	return out;
}

} // namespace tertius
