# The template of the HTML report: npm builds it, and it becomes a string in the library. Without npm, without network
# or with ARRAYTWIN_PAGE=OFF the string is empty, and the program says what HTML reports need.
set(page_dir ${PROJECT_SOURCE_DIR}/lib/report/page)
set(page_out ${PROJECT_BINARY_DIR}/generated/page)
set(ARRAYTWIN_PAGE_SOURCE ${PROJECT_BINARY_DIR}/generated/report_page.cpp)
set(ARRAYTWIN_PAGE_WORK ${page_out}/work)  # where npm worked, and can test

set(npm "")
if(ARRAYTWIN_PAGE)
    find_program(ARRAYTWIN_NPM npm)
    if(ARRAYTWIN_NPM)
        set(npm ${ARRAYTWIN_NPM})
    else()
        message(WARNING "npm not found: this build cannot write HTML reports")
    endif()
endif()

# A build that failed offline is tried again by the next configure.
if(npm AND NOT EXISTS ${page_out}/report.html)
    file(REMOVE ${ARRAYTWIN_PAGE_SOURCE})
endif()

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page_dir}/*)
list(FILTER page_sources EXCLUDE REGEX "/node_modules/|/dist/")
add_custom_command(OUTPUT ${ARRAYTWIN_PAGE_SOURCE}
    COMMAND ${CMAKE_COMMAND} "-Dnpm=${npm}" -Dpage_dir=${page_dir} -Dpage_out=${page_out}
            -Dsource=${ARRAYTWIN_PAGE_SOURCE} -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
    DEPENDS ${page_sources} cmake/build_page.cmake
    COMMENT "Report page" VERBATIM)
