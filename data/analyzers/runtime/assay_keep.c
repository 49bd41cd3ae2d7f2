/* Linked with --wrap=free --wrap=realloc: the program frees no memory, so that objects of a run never share an address.
   Facts that compare addresses are about objects that are alive. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

void __wrap_free(void* memory);
void __wrap_free(void* memory) { (void)memory; }

void* __wrap_realloc(void* memory, size_t size);
void* __wrap_realloc(void* memory, size_t size) {
  void* const larger = malloc(size);
  const size_t old = memory != NULL ? malloc_usable_size(memory) : 0;
  if (larger != NULL && memory != NULL) memcpy(larger, memory, old < size ? old : size);
  return larger;
}
