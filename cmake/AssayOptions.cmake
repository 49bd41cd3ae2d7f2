option(ASSAY_TESTS "Build the tests" ON)
option(ASSAY_WERROR "Treat warnings as errors (the presets for developers and scripts/test turn it on)" OFF)
set(ASSAY_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them")
set(ASSAY_TEST_GROUPS "" CACHE STRING "The folders under test/ to build; empty: all of them")
option(ASSAY_TESTS_ONCE "Leave out the tests that the preset asan-ubsan runs, too, and no less of them" OFF)
option(ASSAY_BUNDLE "Install a tree that runs wherever it lies, with the libraries that it needs: the tarball" OFF)

if(ASSAY_BUNDLE)
  # For the program and the workers in libexec/assay. DT_RPATH, because a library's own libraries do not see DT_RUNPATH.
  set(CMAKE_INSTALL_RPATH "$ORIGIN/../../lib/assay")
  add_link_options(LINKER:--disable-new-dtags)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(ASSAY_CCACHE ccache)
if(ASSAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness that ccache requires to cache objects with a precompiled header. Paths below the tree count as
  # relative, and the build folder's path does not count, so that another clone finds objects that this one compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${ASSAY_CCACHE})
endif()

add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(assay_warnings INTERFACE -fpch-preprocess)
  # GCC 12 sees overlapping copies in std::string's operator+ that are not there (GCC bug 105651).
  target_compile_options(assay_warnings INTERFACE -Wno-restrict)
endif()
if(ASSAY_WERROR)
  target_compile_options(assay_warnings INTERFACE -Werror)
endif()
add_library(assay_options INTERFACE)
target_link_libraries(assay_options INTERFACE assay_warnings)
# Failed checks print paths relative to the tree: an absolute path would keep a compiler's cache from finding the object
# again for a clone elsewhere.
target_compile_options(assay_options INTERFACE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects garbage below this size (kilobytes) for a tenth of its time, and saves a fifth of its memory.
  target_compile_options(assay_options INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
endif()
if(ASSAY_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Instrumented, GCC 12 sees uninitialized reads inside of std::regex that are not there (GCC bug 105562).
  target_compile_options(assay_options INTERFACE -Wno-maybe-uninitialized)
  # And with -fsanitize=thread an overflow where ppoll() takes no signal set.
  if(ASSAY_SANITIZE MATCHES thread)
    target_compile_options(assay_options INTERFACE -Wno-stringop-overflow)
  endif()
endif()
if(ASSAY_SANITIZE MATCHES address AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_definitions(assay_options INTERFACE __SANITIZE_ADDRESS__) # as GCC does by itself
endif()
if(ASSAY_SANITIZE)
  target_compile_options(assay_options INTERFACE -fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(assay_options INTERFACE -fsanitize=${ASSAY_SANITIZE})
  # Checks by calls instead of in line: a fifth less to compile for GCC. It is nothing for clang, whose tests take a fifth
  # more with them.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(assay_options INTERFACE "SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
  # These double the time of a build for accesses that the address sanitizer sees, too, or that x86 does not mind.
  target_compile_options(assay_options INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
endif()

# assay_expand_sources(VARIABLE): replaces patterns (strategy/*.cpp) in a list of sources by the files of this folder, sorted
# by name. For folders with a file for each plugin: a new file is found by the next build.
function(assay_expand_sources variable)
  set(sources "")
  foreach(source ${${variable}})
    if(source MATCHES "[*]")
      file(GLOB files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${source})
      list(APPEND sources ${files})
    else()
      list(APPEND sources ${source})
    endif()
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# assay_library(NAME SOURCES... PUBLIC... PRIVATE...): one module or part of a module, with exactly the edges named.
function(assay_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  assay_expand_sources(ARG_SOURCES)
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE $<BUILD_INTERFACE:assay_options> ${ARG_PRIVATE})
endfunction()

# assay_hardly_optimize(TARGET...): for code that waits for people, disks or other programs. Optimizing it takes a fifth
# of a build and saves no time that users notice. With sanitizers, optimizing takes two thirds of a compiler's time.
function(assay_hardly_optimize)
  foreach(target ${ARGN})
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  endforeach()
  assay_optimize_in_release_only(${ARGN})
endfunction()

# assay_optimize_in_release_only(TARGET...): for code whose speed matters to users, but not to sanitized tests.
function(assay_optimize_in_release_only)
  if(ASSAY_SANITIZE)
    foreach(target ${ARGN})
      target_compile_options(${target} PRIVATE -O0)
    endforeach()
  endif()
endfunction()

# assay_compile_apart(TARGET...): never several files in one, where the build does so to be fast (all presets but `plain`):
# for files that are not ours to name apart, and for adapters that are compiled into several targets.
function(assay_compile_apart)
  set_target_properties(${ARGN} PROPERTIES UNITY_BUILD OFF)
endfunction()

# The compile options of every test program. Optimizing GoogleTest's templates takes a third of a build and gains nothing.
function(assay_test_options name)
  target_link_libraries(${name} PRIVATE assay_options GTest::gtest)
  target_compile_options(${name} PRIVATE -O0)
endfunction()

# Shared by all test programs: a precompiled header, since reading gtest.h is half of the time to compile a test, and
# the object with the paths of the tree.
function(assay_test_basis)
  add_library(assay_test_paths STATIC ${PROJECT_SOURCE_DIR}/test/paths.cpp)
  target_compile_definitions(assay_test_paths PRIVATE
    ASSAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ASSAY_BINARY_DIR="${PROJECT_BINARY_DIR}")
  assay_test_options(assay_test_paths)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/test_header.cpp CONTENT "")
  add_library(assay_test_header OBJECT ${CMAKE_BINARY_DIR}/test_header.cpp)
  assay_test_options(assay_test_header)
  target_precompile_headers(assay_test_header PRIVATE <gtest/gtest.h>)
endfunction()

# assay_tests_that_do_less(SOURCES LESS source...): sets SOURCES to the sources that do less with sanitizers (they use
# __SANITIZE_ADDRESS__) and the sources without tests. If no source does less, SOURCES stays unchanged, and LESS is OFF.
function(assay_tests_that_do_less sources_variable less_variable)
  set(kept "")
  set(less OFF)
  foreach(source ${ARGN})
    get_filename_component(path ${source} ABSOLUTE)
    file(STRINGS ${path} asks REGEX "__SANITIZE_ADDRESS__")
    file(STRINGS ${path} tests REGEX "^(TYPED_)?TEST(_F|_P)?\\(|^INSTANTIATE_TEST_SUITE_P\\(")
    if(asks)
      set(less ON)
    endif()
    if(asks OR NOT tests)
      list(APPEND kept ${source})
    endif()
  endforeach()
  if(less)
    set(${sources_variable} ${kept} PARENT_SCOPE)
  endif()
  set(${less_variable} ${less} PARENT_SCOPE)
endfunction()

# assay_needs_left_out(VARIABLE TARGET...): true if a target belongs to an area that is not built (ASSAY_AREAS).
function(assay_needs_left_out variable)
  set(found OFF)
  list(JOIN ASSAY_LEFT_OUT_AREAS "|" left_out)
  foreach(target ${ARGN})
    if(left_out AND target MATCHES "^assay_(${left_out})(_|$)")
      set(found ON)
    endif()
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# assay_test(NAME SOURCES... LINKS... [LABEL label] [TIMEOUT seconds] [SHARDS n] [LESS_SANITIZED]): one GoogleTest program,
# and one ctest test (with SHARDS, n of them: each runs every n-th test of the program, side by side). A process for each
# single test would cost minutes. Its label is the part of NAME before the first "_" (unit_core: unit) unless LABEL says
# otherwise. ASSAY_TESTS_ONCE leaves out what does as much in the preset asan-ubsan: sources that do not ask for
# __SANITIZE_ADDRESS__, but for programs that are LESS_SANITIZED as a whole. A program that links an area which is not built is
# left out.
# tools/remembered_test.py runs it, or not: scripts/test has it remember what passed.
# Every run writes what became of each test into BUILD/test-results, where tools/test_summary.py reads it.
function(assay_test name)
  cmake_parse_arguments(ARG "LESS_SANITIZED" "LABEL;TIMEOUT;SHARDS" "SOURCES;LINKS" ${ARGN})
  assay_expand_sources(ARG_SOURCES)
  assay_needs_left_out(needs_left_out ${ARG_LINKS})
  if(needs_left_out)
    return()
  endif()
  if(NOT ARG_LABEL)
    string(REGEX REPLACE "_.*" "" ARG_LABEL ${name})
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  if(NOT ARG_SHARDS)
    set(ARG_SHARDS 1)
  endif()
  set(prefix "")
  if(ASSAY_SANITIZE)
    set(prefix "sanitized.")
  endif()
  set(once OFF)
  if(ASSAY_TESTS_ONCE AND NOT ARG_LESS_SANITIZED AND name MATCHES "^(unit|conformance|fuzz)_")
    set(once ON)
    assay_tests_that_do_less(ARG_SOURCES less ${ARG_SOURCES})
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if(NOT TARGET assay_test_header)
    assay_test_basis()
  endif()
  assay_test_options(${name})
  target_precompile_headers(${name} REUSE_FROM assay_test_header)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} assay_test_paths GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/test)
  if(once AND NOT less)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  math(EXPR last "${ARG_SHARDS} - 1")
  foreach(shard RANGE ${last})
    set(test ${prefix}${name})
    if(ARG_SHARDS GREATER 1)
      set(test ${prefix}${name}.${shard})
    endif()
    add_test(NAME ${test}
      COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tools/remembered_test.py $<TARGET_FILE:${name}> --gtest_brief=1)
    set_tests_properties(${test} PROPERTIES
      TIMEOUT ${ARG_TIMEOUT}
      LABELS ${ARG_LABEL}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${shard};GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-results/${test}.xml")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY ASSAY_TEST_PROGRAMS ${name})
endfunction()
