/* For LD_PRELOAD: moves the wall clock by the seconds at the start of the file named by CLOCK_OFFSET_FILE, and leaves the
   monotonic clock alone. With SIGSTOP and SIGCONT a process then sees what it sees when the computer sleeps. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *offset_seconds;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_offset(void) {
  const char *path = getenv("CLOCK_OFFSET_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) offset_seconds = memory;
  close(file);
}

int clock_gettime(clockid_t id, struct timespec *result) {
  if (!real_clock_gettime) real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  int status = real_clock_gettime(id, result);
  if (status == 0 && offset_seconds && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
    result->tv_sec += *offset_seconds;
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return (time_t)-1;
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
