# The program, at <build>/bin/arraytwin. It finds its data at ../share/arraytwin/data, in the build tree as installed.
file(GLOB sources CONFIGURE_DEPENDS apps/cli/*.cpp)
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
if(NOT sources)
    return()
endif()
add_executable(arraytwin_cli ${sources})
set_target_properties(arraytwin_cli PROPERTIES
    OUTPUT_NAME arraytwin
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_link_libraries(arraytwin_cli PRIVATE arraytwin CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
if(MPI_CXX_FOUND)
    target_link_libraries(arraytwin_cli PRIVATE MPI::MPI_CXX)
    set_source_files_properties(apps/cli/mpi.cpp PROPERTIES COMPILE_DEFINITIONS ARRAYTWIN_HAS_MPI)
endif()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/arraytwin)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data ${PROJECT_BINARY_DIR}/share/arraytwin/data SYMBOLIC)
