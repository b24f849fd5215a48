/* Measuring: a text is a function of a width, which returns its size in lines that are at most as wide.
 *
 * A plain text has words between single spaces, and every character is `advance` wide. A line of width w has
 * floor((w + a hair) / advance) characters, and at least one; it has as many words as fit, and a longer word is cut.
 * These are the rules of `TextLayout.swift`. A prepared text has rows: the sizes that it has, narrowest first, each for
 * widths up to the next one. A text with runs is laid out by Pango whenever it is asked.
 */
#include "texts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum { PLAIN, ROWS, RUNS } Kind;

struct PeerTextSource {
  Kind kind;
  double scale;
  /* Plain. */
  char *string;
  double advance, line_height;
  /* Rows: width, height. */
  double *rows;
  int row_count;
  /* Runs. */
  char *markup;
};

struct PeerText {
  const PeerTextSource *source;
  uint32_t length, word_count;
  uint32_t words[];
};

/* Engines that count in 32 bits may ask for a hair less than they were told. */
static const double HAIR = 1e-3;

/* Reading */

static const char *read_plain(const JsonValue *text, PeerTextSource *source) {
  const JsonValue *string = json_get(text, "string"), *advance = json_get(text, "advance");
  const JsonValue *line_height = json_get(text, "lineHeight");
  if (!string || string->kind != JSON_STRING || !advance || advance->kind != JSON_NUMBER || !(advance->number > 0) ||
      !line_height || line_height->kind != JSON_NUMBER)
    return "a text has a string, an advance above 0 and a lineHeight";
  source->kind = PLAIN;
  source->string = strdup(string->string);
  source->advance = advance->number;
  source->line_height = line_height->number;
  return NULL;
}

static const char *read_rows(const JsonValue *rows, PeerTextSource *source) {
  const char *error = "rows are pairs of a width and a height, narrowest first";
  int count = 0;
  if (rows->kind == JSON_ARRAY)
    for (const JsonValue *row = rows->first; row; row = row->next) count++;
  if (count == 0) return error;
  source->kind = ROWS;
  source->rows = calloc((size_t)count, 2 * sizeof *source->rows);
  for (const JsonValue *row = rows->first; row; row = row->next) {
    const JsonValue *width = row->kind == JSON_ARRAY ? row->first : NULL, *height = width ? width->next : NULL;
    if (!height || width->kind != JSON_NUMBER || height->kind != JSON_NUMBER) return error;
    double *at = source->rows + 2 * source->row_count++;
    at[0] = width->number;
    at[1] = height->number;
    if (source->row_count > 1 && !(at[-2] <= at[0])) return error;
  }
  return NULL;
}

static const char *read_runs(const JsonValue *runs, PeerTextSource *source) {
  source->kind = RUNS;
  source->markup = pango_markup_of(runs);
  return source->markup ? pango_open() : "runs have a text, a family, a size, a weight and isItalic";
}

const char *text_source_read(const JsonValue *element, double scale, PeerTextSource **result) {
  const JsonValue *text = json_get(element, "text"), *rows = json_get(element, "rows");
  const JsonValue *runs = json_get(element, "runs");
  *result = NULL;
  if (!text && !rows && !runs) return NULL;
  PeerTextSource *source = calloc(1, sizeof *source);
  source->scale = scale;
  *result = source;
  return text ? read_plain(text, source) : rows ? read_rows(rows, source) : read_runs(runs, source);
}

void text_source_free(PeerTextSource *source) {
  if (!source) return;
  free(source->string);
  free(source->rows);
  free(source->markup);
  free(source);
}

/* Making and measuring */

PeerText *peer_text_new(const PeerTextSource *source) {
  const char *string = source->kind == PLAIN ? source->string : "";
  uint32_t words = 1;
  for (const char *at = string; *at; at++) words += *at == ' ';
  PeerText *text = malloc(sizeof *text + words * sizeof *text->words);
  if (!text) abort();
  text->source = source;
  text->word_count = 0;
  text->length = 0;
  uint32_t start = 0;
  for (const char *at = string; *at; at++) {
    if (*at == ' ') {
      text->words[text->word_count++] = text->length - start;
      start = text->length + 1;
    }
    /* Every byte but a continuation byte begins a Unicode scalar. */
    text->length += (*at & 0xC0) != 0x80;
  }
  text->words[text->word_count++] = text->length - start;
  return text;
}

void peer_text_free(PeerText *text) { free(text); }

const char *peer_text_string(const PeerTextSource *source, float *advance, float *line_height) {
  if (source->kind != PLAIN) return NULL;
  *advance = (float)source->advance;
  *line_height = (float)source->line_height;
  return source->string;
}

static void plain_size(const PeerText *text, double max_width, double *width, double *height) {
  const PeerTextSource *source = text->source;
  double characters = (max_width + HAIR) / source->advance;
  uint32_t lines = 1, longest = 0, used = UINT32_MAX;
  if (characters >= text->length) {
    longest = text->length;
  } else {
    uint32_t limit = characters >= 1 ? (uint32_t)characters : 1;
    for (uint32_t index = 0; index < text->word_count; index++) {
      uint32_t word = text->words[index], end = used + 1 + word;
      /* One less than none, before a line's first word, which has no space before it. */
      if (end <= limit) {
        used = end;
        continue;
      }
      if (used != UINT32_MAX) {
        if (used > longest) longest = used;
        lines++;
      }
      used = word;
      if (word > limit) {
        uint32_t cuts = (word - 1) / limit;
        longest = limit;
        lines += cuts;
        used -= cuts * limit;
      }
    }
    if (used != UINT32_MAX && used > longest) longest = used;
  }
  *width = longest * source->advance;
  *height = lines * source->line_height;
}

/* The widest row that fits, or the narrowest. */
static void row_size(const PeerTextSource *source, double max_width, double *width, double *height) {
  int low = 0, high = source->row_count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (source->rows[2 * middle] <= max_width + HAIR)
      low = middle;
    else
      high = middle - 1;
  }
  *width = source->rows[2 * low];
  *height = source->rows[2 * low + 1];
}

PeerSize peer_text_size(const PeerText *text, float max_width) {
  const PeerTextSource *source = text->source;
  double width, height;
  switch (source->kind) {
    case PLAIN: plain_size(text, max_width, &width, &height); break;
    case ROWS: row_size(source, max_width, &width, &height); break;
    default: pango_measure(source->markup, max_width, &width, &height);
  }
  PeerSize size = {(float)(ceil(width * source->scale) / source->scale),
                   (float)(ceil(height * source->scale) / source->scale)};
  return size;
}
