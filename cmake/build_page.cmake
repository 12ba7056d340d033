# Script behind page.cmake: npm ci, npm run build, then the page as a C++ source. A failure leaves an empty page and a
# warning, because everything else works without it. Arguments: npm, page_dir, page_out, source.

# npm works on a copy: node_modules stays out of the source tree, and two build trees can be built at once.
set(work ${page_out}/work)
file(REMOVE ${page_out}/report.html)
if(npm)
    file(COPY ${page_dir}/ DESTINATION ${work} PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
    execute_process(COMMAND ${npm} ci --no-audit --no-fund WORKING_DIRECTORY ${work}
                    RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 300)
    if(NOT failed)
        execute_process(COMMAND ${npm} run build -- --outdir ${page_out} WORKING_DIRECTORY ${work}
                        RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 300)
    endif()
    if(failed OR NOT EXISTS ${page_out}/report.html)
        file(REMOVE ${page_out}/report.html)
        message(WARNING "npm could not build the report page: this build cannot write HTML reports\n${log}")
    endif()
endif()

set(PAGE "")
if(EXISTS ${page_out}/report.html)
    set(PAGE ${page_out}/report.html)
endif()
set(OUTPUT ${source})
include(${page_dir}/embed.cmake)
