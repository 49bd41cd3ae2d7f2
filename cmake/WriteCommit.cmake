# Writes OUTPUT from TEMPLATE with the commit of SOURCE_DIR; without git, or outside of a repository of
# its own (an unpacked release inside another project), the commit is "unknown".
set(COMMIT "unknown")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)
  set(ENV{GIT_OPTIONAL_LOCKS} 0)
  execute_process(
    COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE described
    ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed)
  if(NOT failed AND described MATCHES "^[0-9a-f]+(-dirty)?$")
    set(COMMIT ${described})
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
