/* Texts that an engine measures while it lays a tree out, as apps have them: read from a request, and made. */
#ifndef PEER_TEXTS_H
#define PEER_TEXTS_H

#include "json.h"
#include "worker.h"

/* Reads the text of an element; `*source` is NULL if it has none to measure. On failure returns the reason. */
const char *text_source_read(const JsonValue *element, double scale, PeerTextSource **source);
void text_source_free(PeerTextSource *source);

/* Pango's paragraphs, in `pango.c`. The markup of the runs is for the caller to free; NULL if they are no runs. */
char *pango_markup_of(const JsonValue *runs);
/* Loads Pango, and returns the reason if that fails. */
const char *pango_open(void);
void pango_measure(const char *markup, double max_width, double *width, double *height);

#endif
