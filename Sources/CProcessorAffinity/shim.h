// Linux's functions that bind a thread to processors, which <sched.h> declares only under _GNU_SOURCE: Swift does not see them.
//
// Declared and not wrapped: valgrind 3.19 reads no program with debug information that clang wrote for C, and counts its instructions no more.
#ifdef __linux__

#include <stddef.h>
#include <sys/types.h>

// A bit for each processor, the first one the lowest of the first byte. Both return 0, or -1 and set errno.
extern int sched_getaffinity(pid_t thread, size_t byte_count, void *mask);
extern int sched_setaffinity(pid_t thread, size_t byte_count, const void *mask);

#endif
