#include "verify/claims/supports.h"

namespace eenet::verify {

const std::vector<Support>& supports() {
  static const std::vector<Support> all = {
      // The networks near their start. [EENET, Bounds for Generic Neural Networks]
      {"DEF-INIT", "LEM-xi1-1"},
      {"EQ-GRAD", "LEM-xi1-2"},
      {"LEM-xi1-1", "LEM-xi1-3"},
      {"LEM-xi1-2", "LEM-xi1-3"},
      {"LEM-xi1-2", "LEM-differenceee"},
      {"LEM-functionntkbound", "LEM-differenceee"},
      {"LEM-functionntkbound", "LEM-convexityofloss"},
      {"LEM-xi1-3", "LEM-trajectoryball"},
      {"PRF-INDUCTION", "LEM-trajectoryball"},
      {"LEM-convexityofloss", "THM-instancelossbound"},
      {"LEM-trajectoryball", "THM-instancelossbound"},
      {"LEM-xi1-3", "THM-instancelossbound"},
      // The exploration error. [EENET, Exploration Error Bound]
      {"THM-instancelossbound", "PRF-I3"},
      {"DEF-PSI", "PRF-I3"},
      {"PRF-I3", "LEM-newthetabound"},
      {"PRF-AZUMA", "LEM-newthetabound"},
      {"PRF-UNIFORM", "LEM-newthetabound"},
      {"LEM-newthetabound", "COR-main1"},
      // Theorem 1. [EENET, Main Proof]
      {"PRF-I1", "PRF-DECOMP"},
      {"LEM-newthetabound", "PRF-DECOMP"},
      {"COR-main1", "PRF-DECOMP"},
      {"LEM-differenceee", "PRF-I34"},
      {"LEM-trajectoryball", "PRF-I34"},
      {"PRF-DECOMP", "PRF-FINAL"},
      {"PRF-I34", "PRF-FINAL"},
      {"PRF-FINAL", "THM-1"},
      {"THM-1-M", "THM-1"},
      {"THM-1-ETA", "THM-1"},
      {"THM-1", "CLM-SQRT-T"},
      // The kernel. [EENET, Connections with Neural Tangent Kernel]
      {"DEF-NTK", "LEM-boundgradientandNTK"},
      {"ASM-NTK", "LEM-existthetastar"},
      {"LEM-boundgradientandNTK", "LEM-existthetastar"},
      {"LEM-boundgradientandNTK", "LEM-detazero-2"},
      {"DEF-RIDGE", "LEM-bounfofsinglethetaprime"},
      {"LEM-existthetastar", "LEM-bounfofsinglethetaprime"},
      {"DEF-AUX", "LEM-2thetab-1"},
      {"DEF-AUX", "LEM-2thetab-2"},
      {"LEM-2thetab-1", "LEM-bounfofsinglethetaprime"},
      {"LEM-2thetab-2", "LEM-bounfofsinglethetaprime"},
      {"LEM-detazero-1", "LEM-bounfofsinglethetaprime"},
      {"LEM-bounfofsinglethetaprime", "LEM-upperboundofStk"},
      {"LEM-detazero-2", "LEM-upperboundofStk"},
      {"PRF-STK-NOISE", "LEM-upperboundofStk"},
      {"PRF-STK-POT", "LEM-upperboundofStk"},
      {"PRF-STK-HALF", "LEM-upperboundofStk"},
      {"LEM-STK-WIDTH", "LEM-upperboundofStk"},
      {"LEM-upperboundofStk", "CLM-CONNECT"},
      {"THM-1", "CLM-CONNECT"},
      {"CLM-CONNECT", "CLM-ATLEAST"},
      {"EQ-NUCB", "CLM-ATLEAST"}};
  return all;
}

}  // namespace eenet::verify
