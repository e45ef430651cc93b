// The form of a JSON value: which values are valid. A form is a JSON schema, made by the functions
// below and declared once. The check of values, its messages and the published schema follow from
// it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "costruct/core/error.hpp"

namespace costruct {

using Json = nlohmann::json;

/// The numbers that an option accepts. A missing bound does not restrict. All numbers must be
/// finite.
struct Range {
  std::optional<double> at_least = std::nullopt;
  std::optional<double> greater_than = std::nullopt;
  std::optional<double> at_most = std::nullopt;
};

/// Whether a number keeps to the bounds.
bool is_within(const Range& range, double x);

/// How many items a list has, and whether they must differ.
struct ListSize {
  std::size_t at_least = 0;
  std::optional<std::size_t> at_most = std::nullopt;
  bool is_distinct = false;
};

/// A text that is not empty. `title` says what it is, for example "name of a column".
Json text_form(std::string title = "");
/// Numbers in this range.
Json number_form(const Range& range);
/// Integers in this range. Without an upper bound, they must be at most 2^63 - 1.
Json integer_form(const Range& range);
/// A list of items of one form. `title` names the list, for example "list of lengths".
Json list_form(std::string title, Json items, const ListSize& size = {});
/// A list with exactly as many items as there are forms; item i has form i.
Json tuple_form(std::string title, std::initializer_list<Json> items);
/// An object with any keys, whose values all have the form `values`. It has at least `at_least`
/// keys.
Json map_form(std::string title, Json values, std::size_t at_least = 0);
/// A value of any of these forms.
Json any_form(std::string title, std::initializer_list<Json> forms);
/// One of the values in this list, for example of names.
Json one_value_of(Json values);
/// A value of this form, or null.
Json or_null(Json form);

/// A check that json_option() takes (core/options.hpp). It returns a message if the numbers of a
/// list do not ascend strictly, else nullopt.
std::optional<std::string> wrong_order(const Json& numbers);

/// Adds what is wrong with a value to `errors`, with the place of the wrong part. A wrong third
/// item of a list at `path` has the place `path`.2. Names the first wrong item of each list.
/// `path` is the place of the value in the config, for example "data.columns".
///
/// Understands the keywords title, description, default, type, const, enum, anyOf, oneOf and not.
/// It takes oneOf as anyOf. For numbers and texts it understands minimum, maximum,
/// exclusiveMinimum, minLength and pattern. For lists it understands items, prefixItems, contains,
/// minItems, maxItems and uniqueItems. For objects it understands properties, required,
/// additionalProperties and minProperties. No text may hold NUL, and a text with a pattern has at
/// most 1000 bytes.
void check_form(const Json& form, const Json& value, const std::string& path, ConfigErrors& errors);

/// Whether check_form() finds nothing wrong.
bool has_form(const Json& form, const Json& value);

/// The form in words, without article: its title, or for example "integer >= 1".
std::string form_text(const Json& form);

/// A range in words, for example "> 0 and <= 1"; "" if it has no bounds.
std::string range_text(const Range& range);

/// A value as error messages show it: compact JSON, shortened if it has more than 60 bytes.
std::string shown(const Json& value);

/// The message for a value that is not one of the `valid` names. It is "did you mean X?" if a name
/// is near, else "must be X, Y or Z".
std::string suggestion(const Json& found, std::span<const std::string> valid);

}  // namespace costruct
