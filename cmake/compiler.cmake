# How everything of ours is compiled. Optimisation and -Werror come from the presets, so that a consumer who adds us as
# a subdirectory keeps their own.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# No fused multiply-add: a run gives the same bits on every machine (DESIGN, section 2).
add_compile_options(-Wall -Wextra -Wconversion -Wshadow -ffp-contract=off)

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-restrict)  # false alarms inside std::string: gcc bug 105651
endif()

if(ARRAYTWIN_SANITIZE)
    # The sanitizers' instrumentation makes g++ 12 see uninitialised values that are not there.
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
                        -Wno-maybe-uninitialized)
    add_link_options(-fsanitize=address,undefined)
    add_compile_definitions(ARRAYTWIN_NO_FRAME_POOL=1)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
