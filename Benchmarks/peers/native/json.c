#include "json.h"

#include <stdlib.h>
#include <string.h>

/* Values nest no deeper in any request; deeper ones would use up the stack. */
enum { MOST_LEVELS = 64 };

typedef struct {
  char *at;
  JsonValue *next_value;
  const char *error;
} Parser;

static JsonValue *parse_value(Parser *parser, int level);

static JsonValue *fail(Parser *parser, const char *error) {
  if (!parser->error) parser->error = error;
  return NULL;
}

static void skip_spaces(Parser *parser) { parser->at += strspn(parser->at, " \t\r\n"); }

static bool skip(Parser *parser, char character) {
  skip_spaces(parser);
  if (*parser->at != character) return false;
  parser->at++;
  return true;
}

static int hexadecimal(const char *digits) {
  int value = 0;
  for (int index = 0; index < 4; index++) {
    const char *all = "0123456789abcdef";
    char digit = digits[index];
    const char *found = digit ? strchr(all, digit >= 'A' && digit <= 'F' ? digit + 32 : digit) : NULL;
    if (!found) return -1;
    value = value * 16 + (int)(found - all);
  }
  return value;
}

static char *write_utf8(char *out, unsigned scalar) {
  if (scalar < 0x80) {
    *out++ = (char)scalar;
  } else if (scalar < 0x800) {
    *out++ = (char)(0xC0 | scalar >> 6);
    *out++ = (char)(0x80 | (scalar & 0x3F));
  } else {
    if (scalar < 0x10000) {
      *out++ = (char)(0xE0 | scalar >> 12);
    } else {
      *out++ = (char)(0xF0 | scalar >> 18);
      *out++ = (char)(0x80 | (scalar >> 12 & 0x3F));
    }
    *out++ = (char)(0x80 | (scalar >> 6 & 0x3F));
    *out++ = (char)(0x80 | (scalar & 0x3F));
  }
  return out;
}

/* Reads the four digits of \u, and those of the second half of a pair. */
static char *parse_unicode_escape(Parser *parser, char *out) {
  int unit = hexadecimal(parser->at);
  if (unit < 0) return fail(parser, "\\u without four digits"), NULL;
  parser->at += 4;
  unsigned scalar = (unsigned)unit;
  if (unit >= 0xD800 && unit < 0xDC00 && parser->at[0] == '\\' && parser->at[1] == 'u') {
    int low = hexadecimal(parser->at + 2);
    if (low >= 0xDC00 && low < 0xE000) {
      scalar = 0x10000u + ((unsigned)unit - 0xD800u) * 0x400u + ((unsigned)low - 0xDC00u);
      parser->at += 6;
    }
  }
  /* Half a pair, which is no character, and a zero, which would end the string. */
  if (scalar == 0 || (scalar >= 0xD800 && scalar < 0xE000)) scalar = 0xFFFD;
  return write_utf8(out, scalar);
}

/* Reads a string after its first quote. It is no longer than as it is written, so it stays in its place. */
static const char *parse_string(Parser *parser) {
  char *start = parser->at, *out = start;
  for (;;) {
    char character = *parser->at++;
    if (character == '"') break;
    if (character == 0) {
      parser->at--;
      return fail(parser, "a string that does not end"), NULL;
    }
    if (character != '\\') {
      *out++ = character;
      continue;
    }
    char escaped = *parser->at;
    const char *from = "\"\\/bfnrt", *found = escaped ? strchr(from, escaped) : NULL;
    if (found) {
      *out++ = "\"\\/\b\f\n\r\t"[found - from];
      parser->at++;
    } else if (escaped == 'u') {
      parser->at++;
      if (!(out = parse_unicode_escape(parser, out))) return NULL;
    } else {
      return fail(parser, "an unknown escape in a string"), NULL;
    }
  }
  *out = 0;
  return start;
}

/* Reads the rest of an array or an object, and counts nothing: values are linked. */
static JsonValue *parse_members(Parser *parser, JsonValue *value, int level) {
  bool is_object = value->kind == JSON_OBJECT;
  char end = is_object ? '}' : ']';
  JsonValue **link = &value->first;
  if (skip(parser, end)) return value;
  do {
    const char *key = NULL;
    if (is_object) {
      if (!skip(parser, '"')) return fail(parser, "a member without a name");
      if (!(key = parse_string(parser))) return NULL;
      if (!skip(parser, ':')) return fail(parser, "a member without a colon");
    }
    JsonValue *member = parse_value(parser, level + 1);
    if (!member) return NULL;
    member->key = key;
    *link = member;
    link = &member->next;
  } while (skip(parser, ','));
  return skip(parser, end) ? value : fail(parser, is_object ? "an object that does not end" : "an array that does not end");
}

static JsonValue *parse_value(Parser *parser, int level) {
  if (level > MOST_LEVELS) return fail(parser, "values that nest too deep");
  skip_spaces(parser);
  JsonValue *value = parser->next_value++;
  *value = (JsonValue){0};
  char first = *parser->at;
  if (first == '{' || first == '[') {
    parser->at++;
    value->kind = first == '{' ? JSON_OBJECT : JSON_ARRAY;
    return parse_members(parser, value, level);
  }
  if (first == '"') {
    parser->at++;
    value->kind = JSON_STRING;
    value->string = parse_string(parser);
    return value->string ? value : NULL;
  }
  static const struct {
    const char *word;
    JsonKind kind;
  } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
  for (int index = 0; index < 3; index++) {
    size_t length = strlen(words[index].word);
    if (strncmp(parser->at, words[index].word, length) == 0) {
      parser->at += length;
      value->kind = words[index].kind;
      return value;
    }
  }
  if (first != '-' && (first < '0' || first > '9')) return fail(parser, "no value");
  value->kind = JSON_NUMBER;
  /* strtod takes more than JSON: infinities and hexadecimal digits. */
  char *end = parser->at + strspn(parser->at, "+-.0123456789Ee"), after = *end, *stop;
  *end = 0;
  value->number = strtod(parser->at, &stop);
  *end = after;
  if (stop != end) return fail(parser, "an invalid number");
  parser->at = end;
  return value;
}

const char *json_parse(char *text, Json *json, size_t *where) {
  /* Every value but the first comes after one of these. */
  size_t most = 1;
  for (const char *at = text; *at; at++) most += *at == ',' || *at == '[' || *at == ':';
  json->values = malloc(most * sizeof *json->values);
  json->root = NULL;
  if (!json->values) return "there is not enough memory";
  Parser parser = {text, json->values, NULL};
  JsonValue *root = parse_value(&parser, 0);
  if (root) {
    skip_spaces(&parser);
    if (*parser.at) fail(&parser, "something after the value");
  }
  *where = (size_t)(parser.at - text);
  if (!parser.error) json->root = root;
  return parser.error;
}

void json_free(Json *json) {
  free(json->values);
  *json = (Json){0};
}

const JsonValue *json_get(const JsonValue *object, const char *key) {
  if (!object || object->kind != JSON_OBJECT) return NULL;
  for (const JsonValue *member = object->first; member; member = member->next) {
    if (strcmp(member->key, key) == 0) return member->kind == JSON_NULL ? NULL : member;
  }
  return NULL;
}
