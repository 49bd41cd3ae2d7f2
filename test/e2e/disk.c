/* Put before a program with LD_PRELOAD: a disk that misbehaves at the n-th operation below a folder.
 *   DISK_FOLDER   only what lies below it counts
 *   DISK_AFTER    operations that go well
 *   DISK_THEN     "full": all others fail with ENOSPC; "kill": the process is killed at the next one
 *   DISK_COUNT    a file that says at the end how many operations there were */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long operations;

static int lies_below(const char* path) {
  const char* folder = getenv("DISK_FOLDER");
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_of_folder(int fd) {
  char link[64], path[PATH_MAX];
  ssize_t length;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return lies_below(path);
}

/* Whether this operation fails. */
static int fails(void) {
  const char* after = getenv("DISK_AFTER");
  const char* then = getenv("DISK_THEN");
  const long number = atomic_fetch_add(&operations, 1);
  if (after == NULL || then == NULL || number < atol(after)) return 0;
  if (strcmp(then, "kill") == 0) kill(getpid(), SIGKILL);
  errno = ENOSPC;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void* bytes, size_t count) {
  return is_of_folder(fd) && fails() ? -1 : REAL(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
  return is_of_folder(fd) && fails() ? -1 : REAL(pwrite)(fd, bytes, count, offset);
}
ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t offset) {
  return is_of_folder(fd) && fails() ? -1 : REAL(pwrite64)(fd, bytes, count, offset);
}
int fsync(int fd) { return is_of_folder(fd) && fails() ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return is_of_folder(fd) && fails() ? -1 : REAL(fdatasync)(fd); }
int rename(const char* from, const char* to) { return lies_below(to) && fails() ? -1 : REAL(rename)(from, to); }

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("DISK_COUNT");
  FILE* file = path != NULL && atomic_load(&operations) > 0 ? fopen(path, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&operations));
  fclose(file);
}
