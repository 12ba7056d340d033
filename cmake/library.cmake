# The library: every source of lib/ and models/, and two generated ones.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS lib/*.cpp models/*.cpp)
file(GLOB_RECURSE module_headers CONFIGURE_DEPENDS lib/*.hpp models/*.hpp)
file(GLOB public_headers CONFIGURE_DEPENDS include/arraytwin/*.hpp)
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/lib/report/page/")
list(FILTER module_headers EXCLUDE REGEX "_test\\.hpp$|/lib/report/page/")
list(APPEND sources ${ARRAYTWIN_FAMILIES_SOURCE} ${ARRAYTWIN_PAGE_SOURCE})

# Ours may include each other by "lib/..." and "models/..."; users see <arraytwin/arraytwin.hpp>. Both sets are installed.
add_library(arraytwin STATIC ${sources})
add_library(arraytwin::arraytwin ALIAS arraytwin)
target_sources(arraytwin PUBLIC
    FILE_SET public_headers TYPE HEADERS BASE_DIRS include FILES ${public_headers}
    FILE_SET module_headers TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${module_headers})
target_compile_features(arraytwin PUBLIC cxx_std_20)

# PUBLIC: our headers include it. PRIVATE: a static library passes it on to the linker only. BUILD_INTERFACE: headers
# that no installed package need know. -isystem keeps their warnings out of ours.
target_link_libraries(arraytwin
    PUBLIC tl::expected
    PRIVATE fmt::fmt tomlplusplus::tomlplusplus pugixml::pugixml Threads::Threads -lminizip
            $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:Boost::headers>
            $<BUILD_INTERFACE:Eigen3::Eigen> SQLite::SQLite3 TBB::tbb)
target_include_directories(arraytwin SYSTEM PRIVATE ${RANDOM123_INCLUDE_DIR} ${XXHASH_INCLUDE_DIR})

# The same sources for WebAssembly, where nothing may throw. Compiled by CI, linked by nobody.
add_library(arraytwin_noexcept OBJECT EXCLUDE_FROM_ALL ${sources})
target_include_directories(arraytwin_noexcept PRIVATE ${PROJECT_SOURCE_DIR} include)
target_include_directories(arraytwin_noexcept SYSTEM PRIVATE ${RANDOM123_INCLUDE_DIR} ${XXHASH_INCLUDE_DIR})
target_link_libraries(arraytwin_noexcept PRIVATE
    tl::expected fmt::fmt tomlplusplus::tomlplusplus pugixml::pugixml Threads::Threads nlohmann_json::nlohmann_json
    Boost::headers Eigen3::Eigen SQLite::SQLite3 TBB::tbb)
set_target_properties(arraytwin_noexcept PROPERTIES EXPORT_COMPILE_COMMANDS OFF)  # clang-tidy reads each file once
target_compile_options(arraytwin_noexcept PRIVATE -fno-exceptions "-DR123_THROW(x)=__builtin_trap()")
target_compile_definitions(arraytwin_noexcept PRIVATE
    TOML_EXCEPTIONS=0 JSON_NOEXCEPTION FMT_EXCEPTIONS=0 PUGIXML_NO_EXCEPTIONS BOOST_NO_EXCEPTIONS R123_USE_SSE=0)
