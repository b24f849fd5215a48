/* An engine for tests: every box is as wide as the root, and as high as it says, as its text, or as its children. */
#include <stdlib.h>
#include <time.h>

#include "worker.h"

typedef struct {
  PeerTree tree;
  PeerText **texts;
  float *heights, *frames;
} Columns;

/* Whether making a tree cold takes long, which must not be in the time of its layout. */
static int is_slow;

static void *make(const PeerTree *tree) {
  Columns *columns = calloc(1, sizeof *columns);
  columns->tree = *tree;
  columns->texts = calloc((size_t)tree->count, sizeof *columns->texts);
  columns->heights = calloc((size_t)tree->count, sizeof *columns->heights);
  columns->frames = calloc((size_t)tree->count, 4 * sizeof *columns->frames);
  for (int index = 0; index < tree->count; index++) {
    const PeerElement *element = &tree->elements[index];
    columns->heights[index] = element->box.height.value;
    if (element->text) columns->texts[index] = peer_text_new(element->text);
  }
  return columns;
}

static void make_cold(void *layout) {
  (void)layout;
  if (is_slow) nanosleep(&(struct timespec){0, 50000000}, NULL);
}

static float lay_out_element(Columns *columns, int index) {
  const PeerElement *element = &columns->tree.elements[index];
  float width = columns->tree.elements[0].box.width.value, height = columns->heights[index], y = 0;
  if (columns->texts[index]) height = peer_text_size(columns->texts[index], width).height;
  for (int place = 0; place < element->child_count; place++) {
    int child = element->children[place];
    if (place) y += element->box.gap;
    columns->frames[4 * child + 1] = y;
    y += lay_out_element(columns, child);
  }
  if (element->child_count) height = y;
  columns->frames[4 * index + 2] = width;
  columns->frames[4 * index + 3] = height;
  return height;
}

static void lay_out(void *layout) { lay_out_element(layout, 0); }

static void read_frames(const void *layout, float *frames) {
  const Columns *columns = layout;
  for (int index = 0; index < 4 * columns->tree.count; index++) frames[index] = columns->frames[index];
}

static void edit(void *layout, int index, const PeerElement *element) {
  Columns *columns = layout;
  columns->heights[index] = element->box.height.value;
  peer_text_free(columns->texts[index]);
  columns->texts[index] = element->text ? peer_text_new(element->text) : NULL;
}

static void release(void *layout) {
  Columns *columns = layout;
  for (int index = 0; index < columns->tree.count; index++) peer_text_free(columns->texts[index]);
  free(columns->texts);
  free(columns->heights);
  free(columns->frames);
  free(columns);
}

static const char *refuses(const PeerElement *element) { return element->box.row ? "a row" : NULL; }

static const char *refuses_tree(const PeerTree *tree) { return tree->count > 99 ? "a tree of 100 elements" : NULL; }

int main(int count, char **arguments) {
  (void)arguments;
  is_slow = count > 1;
  static const PeerEngine engine = {
      "columns", "Columns 1", refuses, make, make_cold, lay_out, read_frames, edit, release, refuses_tree};
  return peer_serve(&engine);
}
