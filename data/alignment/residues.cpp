#include "costruct/data/alignment/residues.hpp"

namespace costruct::experiments {
namespace {

constexpr std::array<std::string_view, 6> kMembers{"AGPST", "C", "DENQ", "FWY", "HKR", "ILMV"};

constexpr std::array<int, 256> code_table() {
  std::array<int, 256> codes{};
  codes.fill(-1);
  const auto set = [&](char letter, int code) {
    codes[static_cast<unsigned char>(letter)] = code;
    if (letter >= 'A') codes[static_cast<unsigned char>(letter - 'A' + 'a')] = code;
  };
  for (int code = 0; code < kNumResidues; ++code)
    set(kResidues[static_cast<std::size_t>(code)], code);
  for (const char letter : std::string_view("BJOUZ*")) set(letter, kUnknownResidue);
  return codes;
}

constexpr std::array<int, 256> kCodes = code_table();

constexpr std::array<int, kNumResidues> class_table() {
  std::array<int, kNumResidues> classes{};
  classes[kUnknownResidue] = static_cast<int>(kMembers.size());
  for (std::size_t c = 0; c < kMembers.size(); ++c) {
    for (const char letter : kMembers[c])
      classes[static_cast<std::size_t>(kCodes[static_cast<unsigned char>(letter)])] =
          static_cast<int>(c);
  }
  return classes;
}

}  // namespace

int residue_code(char letter) {
  return kCodes[static_cast<unsigned char>(letter)];
}

int residue_class(int residue) {
  static constexpr std::array<int, kNumResidues> kClasses = class_table();
  return kClasses[static_cast<std::size_t>(residue)];
}

// The order is: A C D E F G H I K L M N P Q R S T V W Y

const ResidueScale& hydropathy() {
  static constexpr ResidueScale kScale{18, 25,  -35, -35, 28,  -4, -32, 45, -39, 38,
                                       19, -35, -16, -35, -45, -8, -7,  42, -9,  -13};
  return kScale;
}

const ResidueScale& helix_propensity() {
  static constexpr ResidueScale kScale{142, 70, 101, 151, 113, 57, 100, 108, 116, 121,
                                       145, 67, 57,  111, 98,  77, 83,  106, 108, 69};
  return kScale;
}

const ResidueScale& strand_propensity() {
  static constexpr ResidueScale kScale{83,  119, 54, 37,  138, 75, 87,  160, 74,  130,
                                       105, 89,  55, 110, 93,  75, 119, 170, 137, 147};
  return kScale;
}

}  // namespace costruct::experiments
