# Doxygen's view of a header: its opening comment becomes that of the file, and indented lines (tables, formulas)
# keep their form. No line moves, so that warnings name the right ones.
function indentation(text) { match(text, /^ */); return RLENGTH }
function show(next_is_indented) {
  if (NR > 1) print held (held_is_indented && !next_is_indented ? " @endcode" : "")
}
NR == 1 { opening = 1 }
opening && /^#pragma once/ { $0 = "/// @file"; opening = 0 }
opening { sub(/^\/\//, "///") }
{
  line = $0
  indented = 0
  if (match(line, /^ *\/\/\/( |$)/)) {
    begin = RLENGTH
    text = substr(line, begin + 1)
    depth = indentation(text)
    # What goes on below an item of a list or a command is no table.
    if (depth == 0) least = text ~ /^([0-9]+\.|[-*]) / ? 5 : text ~ /^@/ ? 999 : 2
    indented = depth >= least
    if (indented && !held_is_indented) line = substr(line, 1, begin) "@code{.unparsed} " text
  } else {
    least = 2
  }
  show(indented)
  held = line
  held_is_indented = indented
}
END { show(0) }
