/* JSON as requests have it: parsed into values that lie in the text that they came from, and in one block. */
#ifndef PEER_JSON_H
#define PEER_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct JsonValue {
  JsonKind kind;
  double number;
  /* A string's UTF-8, which ends with a zero. */
  const char *string;
  /* The name of an object's member. */
  const char *key;
  /* The first of an array or an object, and the next one beside this value. */
  struct JsonValue *first, *next;
} JsonValue;

typedef struct {
  JsonValue *values;
  JsonValue *root;
} Json;

/* Parses a text, which it overwrites. On failure returns what is wrong, and where; on success NULL. The values
 * are good until `json_free`, and as long as the text.
 */
const char *json_parse(char *text, Json *json, size_t *where);
void json_free(Json *json);

/* The member of an object; NULL if there is none, or it is null. */
const JsonValue *json_get(const JsonValue *object, const char *key);

#endif
