// Pictures that generators draw: grids of pixels, as graphs whose nodes are the pixels.
#pragma once

#include <functional>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/examples/record_reader.hpp"

namespace costruct::experiments {

/// A picture of rows * columns pixels. Pixel (r, c) is the node r * columns + c.
struct Picture {
  Index rows = 0, columns = 0;
  std::vector<std::string> labels;  ///< of each pixel
  std::vector<Json> features;       ///< of each pixel: the value of "features" (graph_record.hpp)
  /// Returns the features of the edge from one pixel to another, as for pixels but without groups.
  /// If it is empty, edges have only types.
  std::function<Json(Index from, Index to)> edge_features = {};
};

/// The types of edges: from a pixel to the one on its right, and to the one below it.
inline constexpr const char *kHorizontal = "horizontal", *kVertical = "vertical";

/// The picture as an object of the format `graph`. Each pixel has an edge to the pixel on its right
/// and one to the pixel below it.
Json graph_of(const Picture& picture);

/// Draws pictures as records of the format `graph`, for Generator::records. Picture i, from 0,
/// depends on the seed and i alone.
class PictureRecords final : public RecordReader {
 public:
  /// @param name      the name of the generator, which is part of the names of random streams
  /// @param pictures  how many are drawn
  /// @param draw      draws one picture
  PictureRecords(const std::string& name, Index pictures, Index seed,
                 std::function<Picture(RandomStream& random)> draw);

  bool next_record(bool outputs) override;
  std::string_view text() const override { return text_; }
  const std::string& file() const override { return file_; }
  Index line() const override { return drawn_; }

 private:
  std::string file_, stream_, text_;
  Index pictures_, seed_, drawn_ = 0;
  std::function<Picture(RandomStream& random)> draw_;
};

/// The options that all generators of pictures share; declare_pictures() says what each means.
struct PictureOptions {
  Index pictures = 100;
  Index seed = 1;
};

/// Declares these options. `Options` is derived from PictureOptions.
template <class Options>
void declare_pictures(OptionDeclaration<Options>& declaration) {
  declaration.integer("pictures", &Options::pictures, {.at_least = 1}, "number of pictures")
      .integer("seed", &Options::seed, {.at_least = 0},
               "names the random draws; another seed, other data");
}

}  // namespace costruct::experiments
