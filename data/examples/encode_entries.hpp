// Converts the entries of a raw example to features. Maps of numbers and maps of names share it.
#pragma once

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/examples/streamed_example.hpp"

namespace costruct::experiments {

/// Writes the features of an example: overwrites part_begin, feature and value of `out`.
/// @param keys   keys[e] is the number or name of entry e in the file
/// @param id_of  returns the feature of a key, or -1 to leave the entry out
template <class Keys, class IdOf>
void encode_entries(const RawExample& example, const Keys& keys, StreamedExample& out,
                    const IdOf& id_of) {
  out.part_begin.assign(1, 0);
  out.feature.clear();
  out.value.clear();
  bool all_ones = true;
  for (Index p = 0; p < example.length; ++p) {
    for (Index e = example.part_begin[p]; e < example.part_begin[p + 1]; ++e) {
      const std::int32_t id = id_of(keys[e]);
      if (id < 0) continue;
      out.feature.push_back(id);
      out.value.push_back(example.value[e]);
      all_ones = all_ones && example.value[e] == 1;
    }
    out.part_begin.push_back(static_cast<Index>(out.feature.size()));
  }
  if (all_ones) out.value.clear();
}

}  // namespace costruct::experiments
