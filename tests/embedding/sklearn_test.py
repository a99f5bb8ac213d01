"""Holds our locally linear embedding against scikit-learn's dense solver, as subspaces.

usage: sklearn_test.py EMBED_PROGRAM      exit 77: scikit-learn is not installed (package python3-sklearn)

Eigenvectors are free in sign, and nearly free within a cluster of eigenvalues, so the two spans are compared.
Davis and Kahan: the sine of their largest angle is at most |dM| / gap, where gap separates the k eigenvalues
taken from the rest. dM comes from the weights: each solves a system whose condition the ridge holds below
(1 + ridge) / ridge, so K of them miss by at most K u (1 + ridge) / ridge relative to their size, and
|dM| <= 2 |I - W| |dW| for both programs.
"""

import json
import subprocess
import sys


def main(program):
    try:
        import numpy as np
        from sklearn.manifold import LocallyLinearEmbedding
        from sklearn.neighbors import NearestNeighbors
        from sklearn.manifold._locally_linear import barycenter_weights
    except ImportError:
        print("skipped: scikit-learn is not installed")
        return 77
    data = json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)
    x, ours = np.array(data["landmarks"]), np.array(data["embedding"])
    n, k, neighbours, ridge = len(x), data["k"], data["neighbours"], data["ridge"]

    solver = LocallyLinearEmbedding(n_neighbors=neighbours, n_components=k, reg=ridge, eigen_solver="dense")
    theirs = solver.fit_transform(x)
    nearest = NearestNeighbors(n_neighbors=neighbours + 1).fit(x).kneighbors(x, return_distance=False)[:, 1:]
    weights = np.zeros((n, n))
    np.put_along_axis(weights, nearest, barycenter_weights(x, x, nearest, reg=ridge), axis=1)
    residual = np.eye(n) - weights
    eigenvalues = np.linalg.eigvalsh(residual.T @ residual)

    gap = min(eigenvalues[1] - eigenvalues[0], eigenvalues[k + 1] - eigenvalues[k])
    wrong_weights = neighbours * 2**-53 * (1 + ridge) / ridge * np.linalg.norm(weights)
    bound = 2 * 2 * np.linalg.norm(residual, 2) * wrong_weights / gap
    sine = np.linalg.norm(ours - theirs @ (theirs.T @ ours), 2)
    print(f"sine of the largest angle {sine:.3g}, bound {bound:.3g}, margin {sine / bound:.3g}")
    if not bound < 1:
        print("the bound says nothing: the eigenvalues are not separated")
        return 1
    # It can fail: one neighbour fewer is another subspace.
    fewer = LocallyLinearEmbedding(n_neighbors=neighbours - 1, n_components=k, reg=ridge,
                                   eigen_solver="dense").fit_transform(x)
    if np.linalg.norm(ours - fewer @ (fewer.T @ ours), 2) <= bound:
        print("another embedding passes for ours")
        return 1
    return 0 if sine <= bound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
