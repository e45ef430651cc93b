// Facts about the labels of rows: known rows leave the search, and the others are decoded.
#pragma once

#include <optional>
#include <vector>

#include "costruct/core/decode/contingency.hpp"
#include "costruct/core/known.hpp"

namespace costruct::multivariate {

/// What facts say of the rows of an input. A row with two possible labels is open.
struct SettledRows {
  /// @param rows  the number of rows of the input
  SettledRows(const Known& known, std::size_t rows);

  std::vector<int> label;         ///< of each row; -1: open
  std::vector<std::size_t> open;  ///< ascending
  std::vector<std::size_t> ones;  ///< the known rows with label 1, ascending
};

/// The rows of an input whose labels are open. Known rows add to the score of all labelings.
class OpenRows {
 public:
  /// @param settled  must outlive this object; null: nothing is known
  /// @param rows     all rows of the input
  OpenRows(const SettledRows* settled, const RowGains& rows);

  /// The open rows alone. Valid as long as this object and all rows are.
  RowGains gains() const {
    return {settled_ == nullptr ? all_.gain : ConstVectorRef(gain_), none_};
  }
  /// The labels of the open rows in a labeling of all rows.
  Output open(const Output& whole) const;
  /// The labeling of all rows that has these labels of open rows.
  Decoded whole(Decoded open) const;
  /// The number of known rows with label 1.
  Index known_ones() const { return settled_ == nullptr ? 0 : std::ssize(settled_->ones); }
  /// The label of a row if it is known.
  std::optional<int> known_label(std::size_t row) const {
    if (settled_ == nullptr || settled_->label[row] < 0) return std::nullopt;
    return settled_->label[row];
  }

 private:
  RowGains all_;
  const SettledRows* settled_;
  double none_;
  Vector gain_;  // of open rows
};

/// The loss of a labeling of all rows, as a function of the contingency table of the open rows. The
/// reference must agree with the facts.
class LossOfOpenRows final : public ContingencyLoss {
 public:
  /// @param whole  the loss of all rows; must outlive this object
  LossOfOpenRows(const ContingencyLoss& whole, const OpenRows& rows)
      : whole_(whole), known_ones_(rows.known_ones()) {}
  double at(Index a, Index b) const override { return whole_.at(a + known_ones_, b); }
  Shape shape() const override { return whole_.shape(); }
  std::optional<Index> only_ones() const override {
    const auto all = whole_.only_ones();
    return all ? std::optional(*all - known_ones_) : std::nullopt;
  }
  std::optional<RowCosts> row_costs() const override { return whole_.row_costs(); }

 private:
  const ContingencyLoss& whole_;
  Index known_ones_;
};

}  // namespace costruct::multivariate
