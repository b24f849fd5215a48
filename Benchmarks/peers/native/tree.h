/* The tree of a request, read for an engine. */
#ifndef PEER_TREE_H
#define PEER_TREE_H

#include "json.h"
#include "worker.h"

/* Why a tree cannot be laid out: `refused` if the engine has no word for an element, else an error. */
typedef struct {
  char error[160];
  char refused[96];
  int element;
} TreeFailure;

/* An element and what it owns. */
typedef struct {
  PeerElement *elements;
  PeerTextSource **texts;
  int *children;
  int count;
} LoadedTree;

/* Reads a tree, or the states of an edit, whose children are not read. Returns false with the failure. */
bool tree_read(const JsonValue *tree, const PeerEngine *engine, LoadedTree *loaded, TreeFailure *failure);
bool states_read(
    const JsonValue *states, double scale, const PeerEngine *engine, LoadedTree *loaded, TreeFailure *failure);
void tree_free(LoadedTree *loaded);

/* The pixels in a point; 1 if the tree does not say. */
double tree_scale(const JsonValue *tree);

#endif
