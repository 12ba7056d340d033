# One GoogleTest program a folder: lib/sim -> lib_sim_test from its *_test.cpp; tests/accuracy -> tests_accuracy_test from
# all its sources, if it has a *_test.cpp. A suite or test whose name starts with "Slow" is labelled `slow`.
include(GoogleTest)
set(slow "Slow*:*/Slow*:*.Slow*")
set(fixed_seed RC_PARAMS=seed=20261130)  # RapidCheck would draw a new one each time; try others by hand

function(arraytwin_test_folder folder pattern)
    file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${folder}/*_test.cpp)
    if(NOT tests)
        return()
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/${pattern})
    string(REPLACE "/" "_" name ${folder}_test)
    add_executable(${name} ${sources})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_compile_definitions(${name} PRIVATE
        ARRAYTWIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ARRAYTWIN_PROGRAM="${PROJECT_BINARY_DIR}/bin/arraytwin")
    target_include_directories(${name} SYSTEM PRIVATE ${RANDOM123_INCLUDE_DIR})
    target_link_libraries(${name} PRIVATE
        arraytwin GTest::gtest_main rapidcheck rapidcheck_gtest fmt::fmt nlohmann_json::nlohmann_json Boost::headers)
    if(folder MATCHES "^tests/" AND TARGET arraytwin_cli)
        add_dependencies(${name} arraytwin_cli)
    endif()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${folder}/
        TEST_FILTER "-${slow}" PROPERTIES TIMEOUT 60 ENVIRONMENT ${fixed_seed})
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX ${folder}/
        TEST_FILTER "${slow}" PROPERTIES TIMEOUT 1200 LABELS slow ENVIRONMENT ${fixed_seed})
endfunction()

file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR} lib/* models/*)
foreach(folder IN LISTS folders)
    arraytwin_test_folder(${folder} *_test.cpp)
endforeach()
file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR} tests/*)
foreach(folder IN LISTS folders)
    arraytwin_test_folder(${folder} *.cpp)
endforeach()

# Fuzzing: each tests/fuzz/*_fuzz.cpp has libFuzzer's entry point; driver.cpp stands in for libFuzzer, which g++ lacks.
file(GLOB fuzzers CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
foreach(fuzzer IN LISTS fuzzers)
    cmake_path(GET fuzzer STEM name)
    add_executable(${name} EXCLUDE_FROM_ALL ${fuzzer} tests/fuzz/driver.cpp)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    target_link_libraries(${name} PRIVATE arraytwin)
    list(APPEND fuzzer_targets ${name})
endforeach()
add_custom_target(fuzzers DEPENDS ${fuzzer_targets})

# What looks at the sources or the installed tree is the same under sanitizers: once is enough.
if(ARRAYTWIN_SANITIZE)
    return()
endif()

foreach(rule arrows side_effects randomness co_await readme headers size words names)
    add_test(NAME house_rules.${rule}
             COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/house_rules/house_rules.py ${rule})
endforeach()
add_test(NAME house_rules.self_test
         COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/house_rules/house_rules_test.py)

find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CLANG_FORMAT)
    add_test(NAME house_rules.format COMMAND ${PROJECT_SOURCE_DIR}/scripts/format.sh --check)
endif()

if(ARRAYTWIN_PAGE AND ARRAYTWIN_NPM)
    add_test(NAME report_page COMMAND ${ARRAYTWIN_NPM} test WORKING_DIRECTORY ${ARRAYTWIN_PAGE_WORK})
endif()

add_test(NAME consumer COMMAND ${PROJECT_SOURCE_DIR}/tests/consumer/run.sh ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
set_tests_properties(consumer PROPERTIES TIMEOUT 120)
