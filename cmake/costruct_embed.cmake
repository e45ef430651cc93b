# costruct_embed(OUT NAME FILE NAME FILE ...): OUT becomes a source that carries files in the
# program. std::string_view costruct::embedded::NAME() then returns the bytes of FILE. Declare it in
# a header.
function(costruct_embed out)
  set(text "// Made by CMake (costruct_embed): the assembler copies the files into the program.\n")
  string(APPEND text "#include <string_view>\n\n")
  set(functions "")
  set(files "")
  list(LENGTH ARGN count)
  math(EXPR last "${count} - 2")
  foreach(i RANGE 0 ${last} 2)
    math(EXPR next "${i} + 1")
    list(GET ARGN ${i} name)
    list(GET ARGN ${next} file)
    get_filename_component(file ${file} ABSOLUTE)
    list(APPEND files ${file})
    set(symbol costruct_embedded_${name})
    string(APPEND text
      "__asm__(\".pushsection .rodata,\\\"a\\\",@progbits\\n\"\n"
      "        \"${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
      "        \"${symbol}_end:\\n.byte 0\\n.popsection\\n\"\n"
      "        \".globl ${symbol}\\n.globl ${symbol}_end\\n\");\n"
      "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n\n")
    string(APPEND functions
      "std::string_view ${name}() {\n  return {${symbol}, ${symbol}_end};\n}\n\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_files.cpp)
  file(CONFIGURE OUTPUT ${source}
    CONTENT "${text}namespace costruct::embedded {\n\n${functions}}\n" @ONLY)
  # On its own, as the source of a unity build is not made again where one of the files changes.
  set_source_files_properties(${source} PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${files}")
  set(${out} ${source} PARENT_SCOPE)
endfunction()
