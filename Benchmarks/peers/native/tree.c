#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "texts.h"

static bool fail(TreeFailure *failure, int element, const char *reason) {
  snprintf(failure->error, sizeof failure->error, "element #%d: %s", element, reason);
  return false;
}

/* Boxes. Each function returns NULL, or what is wrong. */

static const char *read_flag(const JsonValue *box, const char *key, bool *flag) {
  const JsonValue *value = json_get(box, key);
  if (value && value->kind != JSON_TRUE && value->kind != JSON_FALSE) return "row and wrap are true or false";
  *flag = value && value->kind == JSON_TRUE;
  return NULL;
}

static const char *read_number(const JsonValue *box, const char *key, float *number) {
  const JsonValue *value = json_get(box, key);
  if (value && value->kind != JSON_NUMBER) return "a gap, a flex factor or a ratio is a number";
  *number = value ? (float)value->number : 0;
  return NULL;
}

static const char *read_length(const JsonValue *box, const char *key, PeerLength *length) {
  const JsonValue *value = json_get(box, key);
  *length = (PeerLength){PEER_AUTO, 0};
  if (!value) return NULL;
  if (value->kind == JSON_NUMBER) {
    *length = (PeerLength){PEER_POINTS, (float)value->number};
    return NULL;
  }
  char *end = NULL;
  if (value->kind == JSON_STRING) *length = (PeerLength){PEER_PERCENT, strtof(value->string, &end)};
  return end && end != value->string && strcmp(end, "%") == 0 ? NULL : "a length is a number, or a text such as \"50%\"";
}

static const char *read_edges(const JsonValue *box, const char *key, float edges[4]) {
  const char *error = "padding and margin are four numbers";
  const JsonValue *value = json_get(box, key);
  memset(edges, 0, 4 * sizeof *edges);
  if (!value) return NULL;
  if (value->kind != JSON_ARRAY) return error;
  const JsonValue *edge = value->first;
  for (int index = 0; index < 4; index++, edge = edge->next) {
    if (!edge || edge->kind != JSON_NUMBER) return error;
    edges[index] = (float)edge->number;
  }
  return edge ? error : NULL;
}

static const char *read_alignment(
    const JsonValue *box, const char *key, PeerAlignment initial, PeerAlignment *alignment) {
  static const char *names[] = {"auto", "start", "center", "end", "stretch", "spaceBetween", "spaceAround"};
  const JsonValue *value = json_get(box, key);
  *alignment = initial;
  if (!value) return NULL;
  for (int index = 0; value->kind == JSON_STRING && index < 7; index++) {
    if (strcmp(value->string, names[index]) == 0) {
      *alignment = (PeerAlignment)index;
      return NULL;
    }
  }
  return "an alignment is auto, start, center, end, stretch, spaceBetween or spaceAround";
}

static const char *read_box(const JsonValue *json, PeerBox *box) {
  const char *errors[] = {
      read_flag(json, "row", &box->row),
      read_flag(json, "wrap", &box->wrap),
      read_alignment(json, "justifyContent", PEER_ALIGN_START, &box->justify_content),
      read_alignment(json, "alignItems", PEER_ALIGN_STRETCH, &box->align_items),
      read_alignment(json, "alignContent", PEER_ALIGN_START, &box->align_content),
      read_alignment(json, "alignSelf", PEER_ALIGN_AUTO, &box->align_self),
      read_number(json, "gap", &box->gap),
      read_number(json, "lineGap", &box->line_gap),
      read_edges(json, "padding", box->padding),
      read_edges(json, "margin", box->margin),
      read_length(json, "width", &box->width),
      read_length(json, "height", &box->height),
      read_length(json, "minWidth", &box->min_width),
      read_length(json, "minHeight", &box->min_height),
      read_length(json, "maxWidth", &box->max_width),
      read_length(json, "maxHeight", &box->max_height),
      read_number(json, "flexGrow", &box->flex_grow),
      read_number(json, "flexShrink", &box->flex_shrink),
      read_length(json, "flexBasis", &box->flex_basis),
      read_number(json, "aspectRatio", &box->aspect_ratio),
  };
  for (size_t index = 0; index < sizeof errors / sizeof *errors; index++)
    if (errors[index]) return errors[index];
  return NULL;
}

/* Elements */

static bool read_element(
    const JsonValue *json, int index, double scale, const PeerEngine *engine, LoadedTree *loaded,
    TreeFailure *failure) {
  PeerElement *element = &loaded->elements[index];
  const JsonValue *box = json_get(json, "box"), *refused = json_get(json, "refused");
  failure->element = index;
  if (!box && refused && refused->kind == JSON_STRING) {
    snprintf(failure->refused, sizeof failure->refused, "%s", refused->string);
    return false;
  }
  if (!box || box->kind != JSON_OBJECT) return fail(failure, index, "it has no box");
  const char *error = read_box(box, &element->box);
  if (!error) error = text_source_read(json, scale, &loaded->texts[index]);
  if (error) return fail(failure, index, error);
  element->text = loaded->texts[index];
  const char *reason = engine->refuses ? engine->refuses(element) : NULL;
  if (reason) snprintf(failure->refused, sizeof failure->refused, "%s", reason);
  return !reason;
}

/* Reads the children of an element, which come after it and have one parent. `next` is where they are written. */
static bool read_children(const JsonValue *json, int index, LoadedTree *loaded, bool *has_parent, int **next,
                          TreeFailure *failure) {
  PeerElement *element = &loaded->elements[index];
  const JsonValue *children = json_get(json, "children");
  element->children = *next;
  if (children && children->kind != JSON_ARRAY) return fail(failure, index, "its children are no array");
  for (const JsonValue *child = children ? children->first : NULL; child; child = child->next) {
    bool isLater = child->kind == JSON_NUMBER && child->number > index && child->number < loaded->count;
    int number = isLater ? (int)child->number : 0;
    /* The root counts as having one. */
    if (has_parent[number])
      return fail(failure, index, "a child is the index of a later element that has no parent yet");
    has_parent[number] = true;
    *(*next)++ = number;
    element->child_count++;
  }
  if (element->text && element->child_count) return fail(failure, index, "a text has no children");
  return true;
}

static bool make(const JsonValue *array, LoadedTree *loaded, TreeFailure *failure) {
  *loaded = (LoadedTree){0};
  *failure = (TreeFailure){0};
  if (array && array->kind == JSON_ARRAY)
    for (const JsonValue *element = array->first; element; element = element->next) loaded->count++;
  if (loaded->count == 0) {
    snprintf(failure->error, sizeof failure->error, "there are no elements");
    return false;
  }
  size_t count = (size_t)loaded->count;
  loaded->elements = calloc(count, sizeof *loaded->elements);
  loaded->texts = calloc(count, sizeof *loaded->texts);
  loaded->children = calloc(count, sizeof *loaded->children);
  return true;
}

bool tree_read(const JsonValue *tree, const PeerEngine *engine, LoadedTree *loaded, TreeFailure *failure) {
  const JsonValue *elements = json_get(tree, "elements");
  if (!make(elements, loaded, failure)) return false;
  bool *has_parent = calloc((size_t)loaded->count, sizeof *has_parent);
  int *next = loaded->children;
  bool isValid = true;
  int index = 0;
  has_parent[0] = true;
  for (const JsonValue *json = elements->first; json && isValid; json = json->next, index++) {
    isValid = has_parent[index] ? read_element(json, index, tree_scale(tree), engine, loaded, failure) &&
                                      read_children(json, index, loaded, has_parent, &next, failure)
                                : fail(failure, index, "it is the child of no element before it");
  }
  free(has_parent);
  return isValid;
}

bool states_read(
    const JsonValue *states, double scale, const PeerEngine *engine, LoadedTree *loaded, TreeFailure *failure) {
  if (!make(states, loaded, failure)) return false;
  bool isValid = true;
  int index = 0;
  for (const JsonValue *json = states->first; json && isValid; json = json->next, index++)
    isValid = read_element(json, index, scale, engine, loaded, failure);
  return isValid;
}

void tree_free(LoadedTree *loaded) {
  for (int index = 0; index < loaded->count && loaded->texts; index++) text_source_free(loaded->texts[index]);
  free(loaded->elements);
  free(loaded->texts);
  free(loaded->children);
  *loaded = (LoadedTree){0};
}

double tree_scale(const JsonValue *tree) {
  const JsonValue *scale = json_get(tree, "scale");
  return scale && scale->kind == JSON_NUMBER && scale->number > 0 ? scale->number : 1;
}
