# What the library and the program stand on; docs/decisions/0001-dependencies.md says why. All are Debian packages.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tomlplusplus REQUIRED)  # always linked: header-only, 3.3 aborts on the document "[,"
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(pugixml REQUIRED)
find_library(MINIZIP_LIBRARY minizip REQUIRED)  # has no CMake config
find_path(MINIZIP_INCLUDE_DIR minizip/unzip.h REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)  # least squares, in lib/calibrate only
find_package(Boost 1.74 REQUIRED)  # header-only parts: Graph, Random
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)  # has no CMake config
find_package(SQLite3 REQUIRED)  # the store of sweeps
find_package(TBB REQUIRED)  # the threads of sweeps
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)  # compiled in; has no CMake config

# Sweeps over machines, in the program alone: `mpirun -n 4 arraytwin sweep PLAN`.
if(ARRAYTWIN_MPI)
    set(MPI_CXX_SKIP_MPICXX ON)  # the C interface
    find_package(MPI COMPONENTS CXX)
endif()

if(ARRAYTWIN_TESTS)
    find_package(GTest REQUIRED)
    find_package(rapidcheck REQUIRED)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(ARRAYTWIN_BENCH)
    find_package(benchmark REQUIRED)
endif()
