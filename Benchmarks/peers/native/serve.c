/* The line protocol of PROTOCOL.md: a request a line on standard input, a reply a line on standard output. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "json.h"
#include "tree.h"
#include "worker.h"

enum { VERSION = 2 };
typedef enum { COLD, BUILD, EDIT } Work;

typedef struct {
  const PeerEngine *engine;
  FILE *replies;
  unsigned limit;
  /* What is loaded: no elements if nothing is. */
  LoadedTree tree, states;
  int edited;
  Work work;
  void *layout;
  float *frames;
  bool has_frames;
  /* The state that the edited element is in. */
  int state;
} Session;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Replies */

static void write_number(FILE *out, double number) {
  if (isfinite(number))
    fprintf(out, "%.17g", number);
  else
    fputs("null", out);
}

static void write_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
  }
  fputc('"', out);
}

static void reply_error(Session *session, const char *error) {
  fputs("{\"ok\":false,\"error\":", session->replies);
  write_string(session->replies, error);
  fputs("}\n", session->replies);
}

static void reply_refused(Session *session, const char *reason, int element) {
  fputs("{\"ok\":false,\"refused\":", session->replies);
  write_string(session->replies, reason);
  if (element >= 0) fprintf(session->replies, ",\"element\":%d", element);
  fputs("}\n", session->replies);
}

/* Requests */

static void unload(Session *session) {
  if (session->layout) session->engine->free(session->layout);
  session->layout = NULL;
  tree_free(&session->tree);
  tree_free(&session->states);
  free(session->frames);
  session->frames = NULL;
  session->has_frames = false;
  session->state = 0;
}

static void hello(Session *session, const JsonValue *request) {
  const JsonValue *version = json_get(request, "version"), *limit = json_get(request, "limitSeconds");
  if (!version || version->kind != JSON_NUMBER || version->number != VERSION) {
    char error[80];
    snprintf(error, sizeof error, "the worker speaks version %d of the protocol, and no other", VERSION);
    reply_error(session, error);
    return;
  }
  /* Later than the parent, who says what happened. */
  bool isLimited = limit && limit->kind == JSON_NUMBER && limit->number >= 0 && limit->number < 1e6;
  session->limit = isLimited ? (unsigned)limit->number + 5 : 0;
  fprintf(session->replies, "{\"ok\":true,\"version\":%d,\"engine\":", VERSION);
  write_string(session->replies, session->engine->name);
  fputs(",\"library\":", session->replies);
  write_string(session->replies, session->engine->library);
  fputs("}\n", session->replies);
}

/* Reads the edit of a request. Returns false after a reply. */
static bool load_edit(Session *session, const JsonValue *request, TreeFailure *failure) {
  const JsonValue *edit = json_get(request, "edit"), *element = json_get(edit, "element");
  if (!element || element->kind != JSON_NUMBER || !(element->number >= 0 && element->number < session->tree.count)) {
    reply_error(session, "an edit has the index of an element, and its two states");
    return false;
  }
  session->edited = (int)element->number;
  double scale = tree_scale(json_get(request, "tree"));
  bool isValid = states_read(json_get(edit, "states"), scale, session->engine, &session->states, failure);
  if (!isValid && failure->refused[0]) {
    reply_refused(session, failure->refused, session->edited);
    return false;
  }
  bool isText = session->tree.elements[session->edited].text;
  const PeerElement *state = session->states.elements;
  if (isValid && (session->states.count != 2 || (state[0].text != NULL) != isText || (state[1].text != NULL) != isText)) {
    reply_error(session, "an edit has two states, which are texts that are measured if the element is one");
    return false;
  }
  if (!isValid) reply_error(session, failure->error);
  return isValid;
}

static void load(Session *session, const JsonValue *request) {
  const JsonValue *tree = json_get(request, "tree"), *work = json_get(request, "work");
  const char *name = work && work->kind == JSON_STRING ? work->string : work ? "" : "cold";
  unload(session);
  if (!tree) {
    reply_error(session, "the engine lays out a tree, and the request has none");
    return;
  }
  if (strcmp(name, "cold") == 0) {
    session->work = COLD;
  } else if (strcmp(name, "build") == 0) {
    session->work = BUILD;
  } else if (strcmp(name, "edit") == 0) {
    session->work = EDIT;
  } else {
    reply_error(session, "work is cold, build or edit");
    return;
  }
  TreeFailure failure;
  if (!tree_read(tree, session->engine, &session->tree, &failure)) {
    if (failure.refused[0])
      reply_refused(session, failure.refused, failure.element);
    else
      reply_error(session, failure.error);
    unload(session);
    return;
  }
  PeerTree read = {session->tree.elements, session->tree.count};
  const char *reason = session->engine->refuses_tree ? session->engine->refuses_tree(&read) : NULL;
  if (reason) {
    reply_refused(session, reason, -1);
    unload(session);
    return;
  }
  if (session->work == EDIT && !load_edit(session, request, &failure)) {
    unload(session);
    return;
  }
  session->frames = calloc((size_t)session->tree.count, 4 * sizeof *session->frames);
  fprintf(session->replies, "{\"ok\":true,\"elements\":%d}\n", session->tree.count);
}

/* Does the work, and returns how long it took. */
static uint64_t work(Session *session, int iterations) {
  const PeerEngine *engine = session->engine;
  PeerTree tree = {session->tree.elements, session->tree.count};
  if (session->work == BUILD) {
    uint64_t start = now();
    for (int index = 0; index < iterations; index++) {
      void *layout = engine->make(&tree);
      engine->lay_out(layout);
      engine->read(layout, session->frames);
      engine->free(layout);
    }
    return now() - start;
  }
  if (!session->layout) {
    session->layout = engine->make(&tree);
    if (session->work == EDIT) engine->lay_out(session->layout);
  }
  uint64_t nanoseconds = 0;
  if (session->work == COLD) {
    for (int index = 0; index < iterations; index++) {
      engine->make_cold(session->layout);
      uint64_t start = now();
      engine->lay_out(session->layout);
      nanoseconds += now() - start;
    }
  } else {
    uint64_t start = now();
    for (int index = 0; index < iterations; index++) {
      session->state = 1 - session->state;
      engine->edit(session->layout, session->edited, &session->states.elements[session->state]);
      engine->lay_out(session->layout);
    }
    nanoseconds = now() - start;
  }
  engine->read(session->layout, session->frames);
  return nanoseconds;
}

/* The sum that tells whether two layouts have the same frames, the same as everywhere in this project. */
static double checksum(const float *frames, int count) {
  double sum = 0;
  for (int index = 0; index < count; index++) {
    const float *frame = frames + 4 * index;
    sum += ((double)frame[0] + 3.0 * frame[1] + 5.0 * frame[2] + 7.0 * frame[3]) * (index % 7 + 1);
  }
  return sum;
}

static void run(Session *session, const JsonValue *request) {
  const JsonValue *iterations = json_get(request, "iterations");
  if (!session->tree.count) {
    reply_error(session, "nothing is loaded");
    return;
  }
  if (!iterations || iterations->kind != JSON_NUMBER || !(iterations->number >= 1 && iterations->number <= 1e9)) {
    reply_error(session, "a run has 1 iteration or more");
    return;
  }
  uint64_t nanoseconds = work(session, (int)iterations->number);
  session->has_frames = true;
  fprintf(session->replies, "{\"ok\":true,\"nanoseconds\":%llu,\"checksum\":", (unsigned long long)nanoseconds);
  write_number(session->replies, checksum(session->frames, session->tree.count));
  fputs("}\n", session->replies);
}

static void frames(Session *session) {
  if (!session->tree.count) {
    reply_error(session, "nothing is loaded");
    return;
  }
  /* Of an edit those of the first state, without any edit. */
  if (!session->has_frames) work(session, session->work == EDIT ? 0 : 1);
  session->has_frames = true;
  fputs("{\"ok\":true,\"frames\":[", session->replies);
  for (int index = 0; index < 4 * session->tree.count; index++) {
    if (index) fputc(',', session->replies);
    write_number(session->replies, session->frames[index]);
  }
  fputs("]}\n", session->replies);
}

static void answer(Session *session, char *line) {
  Json json;
  size_t where;
  char error[120];
  const char *problem = json_parse(line, &json, &where);
  const JsonValue *request = json_get(json.root, "request");
  const char *name = request && request->kind == JSON_STRING ? request->string : "";
  if (problem) {
    snprintf(error, sizeof error, "the request is no JSON: %s at byte %zu", problem, where);
    reply_error(session, error);
  } else if (strcmp(name, "hello") == 0) {
    hello(session, json.root);
  } else if (strcmp(name, "load") == 0) {
    load(session, json.root);
  } else if (strcmp(name, "run") == 0) {
    run(session, json.root);
  } else if (strcmp(name, "frames") == 0) {
    frames(session);
  } else {
    snprintf(error, sizeof error, "there is no request '%.40s'; there are hello, load, run and frames", name);
    reply_error(session, error);
  }
  fflush(session->replies);
  json_free(&json);
}

int peer_serve(const PeerEngine *engine) {
  Session session = {0};
  session.engine = engine;
  /* Ctrl-C on a terminal reaches every process of the program; when to end is for the parent to say. */
  signal(SIGINT, SIG_IGN);
  /* Whatever an engine prints must not end up between the replies. */
  session.replies = fdopen(dup(STDOUT_FILENO), "w");
  if (!session.replies || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  char *line = NULL;
  size_t capacity = 0;
  while (getline(&line, &capacity, stdin) > 0) {
    /* Nothing in this process interrupts a call that never returns, but a signal that ends it. */
    alarm(session.limit);
    answer(&session, line);
    alarm(0);
  }
  unload(&session);
  free(line);
  fclose(session.replies);
  return 0;
}
