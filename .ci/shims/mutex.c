/* Tells ThreadSanitizer what Swift's Mutex does where two threads want it at once: waiting and waking stand
   in a library that is not built with it, so that it takes whatever a Mutex guards for a race.

   The three functions are those of Synchronization._MutexHandle on Linux, and `self` is the address that
   the quick ways, which are compiled into their callers, read and write as an atomic. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define HANDLE "$s15Synchronization12_MutexHandleV"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(HANDLE "9_lockSlowyys6UInt32VF");
SWIFT bool try_lock_slow(SELF) __asm__(HANDLE "12_tryLockSlowSbyF");
SWIFT void unlock_slow(SELF) __asm__(HANDLE "11_unlockSlowyyF");

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static void tell(const char *name, void *address) {
  void (*told)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
  if (told) told(address);
}

SWIFT void lock_slow(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))next(HANDLE "9_lockSlowyys6UInt32VF"))(thread, self);
  tell("__tsan_acquire", self);
}

SWIFT bool try_lock_slow(SELF) {
  bool has = ((SWIFT bool (*)(SELF))next(HANDLE "12_tryLockSlowSbyF"))(self);
  if (has) tell("__tsan_acquire", self);
  return has;
}

SWIFT void unlock_slow(SELF) {
  tell("__tsan_release", self);
  ((SWIFT void (*)(SELF))next(HANDLE "11_unlockSlowyyF"))(self);
}
