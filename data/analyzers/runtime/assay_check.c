/* Implements assay_check.h. Writes lines to the file that ASSAY_RESULT names:

     broken FACT LOW HIGH      at once, the first value that broke it (halves of 128 bits, in hexadecimal)
     marks NUMBER NUMBER ...   behind it, of a program that notes where its loops stand (a step of a reduction)
     undefined LINE FILE WHAT  at once, the first
     fact FACT JUDGED BROKEN   at the end, those that were reached
     end HOW                   last: "exit", "signal N", "time"

   The program may end in any way: counts are written at exit, on fatal signals and when ASSAY_SECONDS of CPU time, or
   ASSAY_WALL_SECONDS, are over. Only the process that was started writes; what it forks is silent. */
#include "assay_check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

unsigned char assay_undefined;
static unsigned long long* assay_broken_counts;
/* Counts of facts: at the end, or when undefined behaviour was met. */
static unsigned long long* assay_judged;
/* For code with checks by LLVM's worker: counters that facts share, and pairs of a fact and its counter. */
extern unsigned long long assay_counters[] __attribute__((weak));
extern const unsigned assay_counted[][2] __attribute__((weak));
extern const unsigned assay_counted_pairs __attribute__((weak));
/* For a program under reduction: the state of its loops, as the program notes it. */
extern const long long assay_marks[] __attribute__((weak));
extern const unsigned assay_mark_count __attribute__((weak));
static int assay_result = -1;
static pid_t assay_owner;
static volatile sig_atomic_t assay_over;

static void assay_write(const char* text, int length) {
  while (length > 0) {
    const ssize_t written = write(assay_result, text, (size_t)length);
    if (written <= 0) return;
    text += written;
    length -= (int)written;
  }
}

static void assay_tell_marks(void) {
  assay_write("marks", 5);
  for (unsigned i = 0; i < assay_mark_count; ++i) {
    char number[32];
    assay_write(number, snprintf(number, sizeof number, " %lld", assay_marks[i]));
  }
  assay_write("\n", 1);
}

void assay_broken(unsigned fact, unsigned long long low, unsigned long long high) {
  if (assay_result < 0 || fact >= assay_fact_count) return;
  if (assay_broken_counts[fact]++ == 0 && getpid() == assay_owner) {
    char line[96];
    assay_write(line, snprintf(line, sizeof line, "broken %u %llx %llx\n", fact, low, high));
    if (&assay_mark_count != NULL) assay_tell_marks();
  }
}

void assay_report_broken(unsigned first, unsigned long long broken, unsigned long long low, unsigned long long high) {
  if (assay_undefined) return;
  for (; broken != 0; broken >>= 1, ++first)
    if ((broken & 1) != 0) assay_broken(first, low, high);
}

void assay_judge(unsigned fact, unsigned how, unsigned long long value) {
  if (assay_undefined || fact >= assay_fact_count) return;
  if (how & 2) {
    --assay_hits[fact];
  } else if (how == 0) {
    assay_broken(fact, value, 0);
  }
}

static void assay_take_counts(void) {
  if (assay_judged == NULL) return;
  memcpy(assay_judged, assay_hits, assay_fact_count * sizeof *assay_hits);
  if (&assay_counted_pairs == NULL) return;
  for (unsigned i = 0; i < assay_counted_pairs; ++i)
    if (assay_counted[i][0] < assay_fact_count) assay_judged[assay_counted[i][0]] += assay_counters[assay_counted[i][1]];
}

void assay_met_undefined(const char* what, const char* file, unsigned line) {
  if (assay_undefined) return;
  assay_undefined = 1;
  assay_take_counts();
  if (assay_result >= 0 && getpid() == assay_owner) {
    char text[512];
    int length = snprintf(text, sizeof text, "undefined %u %.200s %.200s\n", line, file, what);
    assay_write(text, length);
  }
}

static void assay_finish(const char* how, int number) {
  if (assay_result < 0 || getpid() != assay_owner || assay_over) return;
  assay_over = 1;
  char buffer[8192];
  int filled = 0;
  if (!assay_undefined) assay_take_counts();
  for (unsigned fact = 0; fact < assay_fact_count; ++fact) {
    if (assay_judged[fact] == 0 && assay_broken_counts[fact] == 0) continue;
    filled += snprintf(buffer + filled, sizeof buffer - (size_t)filled, "fact %u %llu %llu\n", fact, assay_judged[fact],
                       assay_broken_counts[fact]);
    if (filled > (int)sizeof buffer - 96) {
      assay_write(buffer, filled);
      filled = 0;
    }
  }
  filled += snprintf(buffer + filled, sizeof buffer - (size_t)filled, number ? "end %s %d\n" : "end %s\n", how, number);
  assay_write(buffer, filled);
}

static void assay_at_exit(void) { assay_finish("exit", 0); }

static void assay_on_signal(int number) {
  assay_finish(number == SIGPROF ? "time" : "signal", number == SIGPROF ? 0 : number);
  if (number == SIGPROF) _exit(0);
  signal(number, SIG_DFL);
  raise(number);
}

__attribute__((constructor)) static void assay_start(void) {
  const char* path = getenv("ASSAY_RESULT");
  const char* seconds = getenv("ASSAY_SECONDS");
  assay_owner = getpid();
  assay_broken_counts = calloc((size_t)assay_fact_count + 1, sizeof *assay_broken_counts);
  assay_judged = calloc((size_t)assay_fact_count + 1, sizeof *assay_judged);
  if (path == NULL || assay_broken_counts == NULL || assay_judged == NULL) return;
  assay_result = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGPROF, SIGXCPU};
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; ++i) {
    struct sigaction action = {0};
    action.sa_handler = assay_on_signal;
    action.sa_flags = SA_NODEFER | SA_ONSTACK;
    sigaction(fatal[i], &action, NULL);
  }
  if (seconds != NULL && atof(seconds) > 0) {
    const double wanted = atof(seconds);
    struct itimerval timer = {{0, 0}, {(time_t)wanted, (suseconds_t)((wanted - (double)(time_t)wanted) * 1e6)}};
    setitimer(ITIMER_PROF, &timer, NULL);
  }
  /* A program that waits uses no CPU time. */
  const char* wall = getenv("ASSAY_WALL_SECONDS");
  if (wall != NULL && atof(wall) > 0) {
    const double wanted = atof(wall);
    struct sigevent event = {0};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGPROF;
    timer_t timer;
    struct itimerspec when = {{0, 0}, {(time_t)wanted, (long)((wanted - (double)(time_t)wanted) * 1e9)}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &when, NULL);
  }
  atexit(assay_at_exit);
}
