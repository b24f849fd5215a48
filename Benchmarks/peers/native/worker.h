/* What an engine in C or C++ needs to be measured: it describes itself as a `PeerEngine` and calls `peer_serve`. The
 * protocol, reading JSON, and measuring texts are done for it. `yoga.cpp` is an example.
 */
#ifndef PEER_WORKER_H
#define PEER_WORKER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A length of a box. */
typedef enum { PEER_AUTO, PEER_POINTS, PEER_PERCENT } PeerUnit;
typedef struct {
  PeerUnit unit;
  float value;
} PeerLength;

typedef enum {
  PEER_ALIGN_AUTO,
  PEER_ALIGN_START,
  PEER_ALIGN_CENTER,
  PEER_ALIGN_END,
  PEER_ALIGN_STRETCH,
  PEER_ALIGN_SPACE_BETWEEN,
  PEER_ALIGN_SPACE_AROUND
} PeerAlignment;

typedef enum { PEER_TOP, PEER_LEFT, PEER_BOTTOM, PEER_RIGHT } PeerEdge;

/* An element in flexbox's terms. What is not said has the value that is given here. */
typedef struct {
  bool row;                      /* a column */
  bool wrap;                     /* one line */
  PeerAlignment justify_content; /* start */
  PeerAlignment align_items;     /* stretch */
  PeerAlignment align_content;   /* start */
  PeerAlignment align_self;      /* auto */
  float gap, line_gap;           /* 0 */
  float padding[4], margin[4];   /* 0, by PeerEdge */
  PeerLength width, height, min_width, min_height, max_width, max_height; /* auto */
  float flex_grow, flex_shrink;  /* 0 */
  PeerLength flex_basis;         /* auto */
  float aspect_ratio;            /* width divided by height; 0 for none */
} PeerBox;

/* What a program knows of a text before it makes one. NULL in an element whose size the engine is told. */
typedef struct PeerTextSource PeerTextSource;

typedef struct {
  PeerBox box;
  const int *children;
  int child_count;
  const PeerTextSource *text;
} PeerElement;

/* Elements in pre-order; the first is the root, whose box has the lengths of the range. */
typedef struct {
  const PeerElement *elements;
  int count;
} PeerTree;

/* A text, made as a program makes one: plain texts are split into words. Lengths are infinite where nothing limits
 * them. The size is rounded up to pixels.
 */
typedef struct PeerText PeerText;
typedef struct {
  float width, height;
} PeerSize;
PeerText *peer_text_new(const PeerTextSource *source);
PeerSize peer_text_size(const PeerText *text, float max_width);
void peer_text_free(PeerText *text);

/* The string of a plain text, for an engine that breaks lines itself; NULL for other texts. */
const char *peer_text_string(const PeerTextSource *source, float *advance, float *line_height);

/* An engine. A layout is whatever the engine has for a tree; the tree outlives it. */
typedef struct {
  const char *name;
  /* The library with its version, for people. */
  const char *library;
  /* Returns a reason why the engine has no word for a box, or NULL. May be NULL itself. */
  const char *(*refuses)(const PeerElement *element);
  /* Creates the nodes, gives them their styles, and inserts them. */
  void *(*make)(const PeerTree *tree);
  /* Forgets all that is remembered of earlier layouts. Not timed. */
  void (*make_cold)(void *layout);
  /* Lays out what has changed. */
  void (*lay_out)(void *layout);
  /* Writes x, y, width and height of each element, relative to its parent. */
  void (*read)(const void *layout, float *frames);
  /* Gives an element another size or another text. */
  void (*edit)(void *layout, int index, const PeerElement *element);
  void (*free)(void *layout);
  /* Returns a reason why the engine does not lay out a tree whose boxes it has words for, or NULL. May be NULL itself. */
  const char *(*refuses_tree)(const PeerTree *tree);
} PeerEngine;

/* Answers requests until there are no more, and returns the exit code. */
int peer_serve(const PeerEngine *engine);

#ifdef __cplusplus
}
#endif
#endif
