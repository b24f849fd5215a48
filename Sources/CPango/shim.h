#if __has_include(<pango/pangoft2.h>)
#include <fontconfig/fontconfig.h>
#include <hb-aat.h>
#include <hb-ot.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#else
#error "The headers of Pango are missing, which the trait Text needs. Install them with scripts/install-text, or build without the trait."
#endif
