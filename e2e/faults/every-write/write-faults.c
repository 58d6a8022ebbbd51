/*
 * Loaded into a process with LD_PRELOAD. Counts the calls that change files below the folder named by WRITE_FAULT_FOLDER,
 * and at a chosen one fails with an error or ends the process with SIGKILL. It is controlled through the file named by
 * WRITE_FAULT_CONTROL, which is mapped into memory, so that a test can change and read it while the process runs.
 *
 * A call of fsync that does not fail flushes nothing: the system keeps what a killed process has written.
 *
 * It does not see changes of memory-mapped files: SQLite's -shm files are outside of what it can test. It does not see
 * that a file is created, opened or removed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  /* The number of the call that fails, counted from 1; 0 for none. */
  uint32_t at;
  /* The error number; 0 for SIGKILL. */
  uint32_t error;
  /* Whether all later calls fail as well. */
  uint32_t lasting;
  /* The calls counted since a test has set this to 0. */
  uint32_t count;
  /* The calls that failed. */
  uint32_t injected;
};

static struct control *control;
static char folder[4096];
static size_t folder_length;

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("WRITE_FAULT_CONTROL");
  const char *name = getenv("WRITE_FAULT_FOLDER");
  if (!file || !name || strlen(name) >= sizeof folder) return;
  strcpy(folder, name);
  folder_length = strlen(folder);
  int descriptor = open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_below(const char *path) {
  return strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

static int is_watched(int descriptor) {
  char link[64], path[4096];
  if (!control) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path);
}

/* Returns the error number of this call; 0 if it is to be carried out. */
static int next_fault(void) {
  uint32_t number = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
  uint32_t at = __atomic_load_n(&control->at, __ATOMIC_SEQ_CST);
  if (at == 0 || number < at || (number > at && !control->lasting)) return 0;
  __atomic_add_fetch(&control->injected, 1, __ATOMIC_SEQ_CST);
  if (control->error == 0) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  return (int)control->error;
}

/* Defines a function that calls the one of the C library unless a fault is due. */
#define INTERPOSE(type, name, parameters, arguments, watched) \
  type name parameters { \
    static type (*original) parameters; \
    if (!original) original = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
    if (control && (watched)) { \
      int error = next_fault(); \
      if (error) { \
        errno = error; \
        return -1; \
      } \
    } \
    return original arguments; \
  }

/* As INTERPOSE, for a function that waits for the disk. */
#define INTERPOSE_FLUSH(name) \
  int name(int fd) { \
    int error = control && is_watched(fd) ? next_fault() : 0; \
    if (error) errno = error; \
    return error ? -1 : 0; \
  }

INTERPOSE(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), is_watched(fd))
INTERPOSE(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), is_watched(fd))
INTERPOSE(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), is_watched(fd))
INTERPOSE(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count), is_watched(fd))
INTERPOSE(ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at),
          is_watched(fd))
INTERPOSE(ssize_t, pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at),
          is_watched(fd))
INTERPOSE_FLUSH(fsync)
INTERPOSE_FLUSH(fdatasync)
INTERPOSE(int, ftruncate, (int fd, off_t size), (fd, size), is_watched(fd))
INTERPOSE(int, ftruncate64, (int fd, off64_t size), (fd, size), is_watched(fd))
INTERPOSE(int, rename, (const char *from, const char *to), (from, to), is_below(from) || is_below(to))
