// principal.h finds the principal axes of an inertia, in doubles.
#pragma once

namespace tertius {

// Tensor is a symmetric matrix, by rows.
struct Tensor {
	double m[9];
};

// Principal is an inertia along its own axes, which the rotation, a unit quaternion (x, y, z, w), takes to those of the body.
struct Principal {
	double moments[3];
	double rotation[4];
};

// PrincipalOf finds the axes by Jacobi's method (C. G. J. Jacobi, 1846, in cyclic order), to the last bits of every moment as far
// as the tensor has them (J. Demmel and K. Veselic, "Jacobi's method is more accurate than QR", 1992). One along the axes keeps
// its moments to the last bit and is not turned. Nothing but sums, products, quotients and roots: every machine gives the same bits.
Principal PrincipalOf(const Tensor &inertia);

} // namespace tertius
