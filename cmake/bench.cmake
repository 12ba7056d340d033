# One Google Benchmark program for each bench/*.cpp, run by scripts/bench.sh.
file(GLOB sources CONFIGURE_DEPENDS bench/*.cpp)
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    string(REGEX REPLACE "_bench$" "" name ${name})
    add_executable(bench_${name} ${source})
    set_target_properties(bench_${name} PROPERTIES
        OUTPUT_NAME ${name}
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_compile_definitions(bench_${name} PRIVATE ARRAYTWIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    target_include_directories(bench_${name} SYSTEM PRIVATE ${RANDOM123_INCLUDE_DIR})
    target_link_libraries(bench_${name} PRIVATE arraytwin benchmark::benchmark_main fmt::fmt Boost::headers)
endforeach()
