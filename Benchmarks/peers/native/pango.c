/* Pango's paragraphs, through its C interface, with the fonts of the system: the same calls that `text.paragraph` makes.
 * The library is loaded when the first text asks for it, so that the worker needs none of it otherwise.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "texts.h"

enum { SCALE = 1024, WRAP_WORD_CHAR = 2 };

static void *context;
static void *(*layout_new)(void *);
static void (*layout_set_markup)(void *, const char *, int);
static void (*layout_set_wrap)(void *, int);
static void (*layout_set_width)(void *, int);
static void (*layout_get_size)(void *, int *, int *);
static void (*object_unref)(void *);

static void *library(const char *name) {
  char file[64];
#ifdef __APPLE__
  snprintf(file, sizeof file, "lib%s.0.dylib", name);
#else
  snprintf(file, sizeof file, "lib%s.so.0", name);
#endif
  return dlopen(file, RTLD_NOW | RTLD_GLOBAL);
}

/* Writes the address of a function, as POSIX allows it. */
static bool find(void *library, const char *name, void *function) {
  void *address = library ? dlsym(library, name) : NULL;
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

const char *pango_open(void) {
  if (context) return NULL;
  void *fonts = library("pangoft2-1.0"), *pango = library("pango-1.0"), *objects = library("gobject-2.0");
  void *(*font_map_new)(void), *(*create_context)(void *), *(*language_of)(const char *);
  void (*set_resolution)(void *, double, double), (*set_round)(void *, int), (*set_language)(void *, void *);
  if (!find(fonts, "pango_ft2_font_map_new", &font_map_new) ||
      !find(fonts, "pango_ft2_font_map_set_resolution", &set_resolution) ||
      !find(pango, "pango_font_map_create_context", &create_context) ||
      !find(pango, "pango_context_set_round_glyph_positions", &set_round) ||
      !find(pango, "pango_language_from_string", &language_of) ||
      !find(pango, "pango_context_set_language", &set_language) || !find(pango, "pango_layout_new", &layout_new) ||
      !find(pango, "pango_layout_set_markup", &layout_set_markup) ||
      !find(pango, "pango_layout_set_wrap", &layout_set_wrap) ||
      !find(pango, "pango_layout_set_width", &layout_set_width) ||
      !find(pango, "pango_layout_get_size", &layout_get_size) || !find(objects, "g_object_unref", &object_unref))
    return "there is no Pango; run scripts/install-text";
  void *map = font_map_new();
  /* A point is a pixel. */
  set_resolution(map, 72, 72);
  context = create_context(map);
  set_round(context, 0);
  set_language(context, language_of("en"));
  return NULL;
}

/* Appends a text in which markup's characters are escaped. */
static void write_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': fputs("&amp;", out); break;
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '"': fputs("&quot;", out); break;
      default: fputc(*text, out);
    }
  }
}

char *pango_markup_of(const JsonValue *runs) {
  char *markup = NULL;
  size_t length;
  if (runs->kind != JSON_ARRAY) return NULL;
  FILE *out = open_memstream(&markup, &length);
  bool isValid = true;
  for (const JsonValue *run = runs->first; run && isValid; run = run->next) {
    const JsonValue *text = json_get(run, "text"), *family = json_get(run, "family"), *size = json_get(run, "size");
    const JsonValue *weight = json_get(run, "weight"), *italic = json_get(run, "isItalic");
    isValid = text && text->kind == JSON_STRING && family && family->kind == JSON_STRING && size &&
              size->kind == JSON_NUMBER && weight && weight->kind == JSON_NUMBER && italic;
    if (!isValid) break;
    fputs("<span font_family=\"", out);
    write_escaped(out, family->string);
    fprintf(out, "\" size=\"%.0f\" weight=\"%.0f\" style=\"%s\" insert_hyphens=\"false\">", size->number * SCALE,
            weight->number, italic->kind == JSON_TRUE ? "italic" : "normal");
    write_escaped(out, text->string);
    fputs("</span>", out);
  }
  fclose(out);
  if (isValid) return markup;
  free(markup);
  return NULL;
}

void pango_measure(const char *markup, double max_width, double *width, double *height) {
  int own_width, own_height;
  void *layout = layout_new(context);
  layout_set_markup(layout, markup, (int)strlen(markup));
  layout_set_wrap(layout, WRAP_WORD_CHAR);
  layout_set_width(layout, max_width < 1e6 ? (int)(max_width * SCALE) : -1);
  layout_get_size(layout, &own_width, &own_height);
  object_unref(layout);
  *width = (double)own_width / SCALE;
  *height = (double)own_height / SCALE;
}
