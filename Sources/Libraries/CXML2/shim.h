#ifndef CXML2_SHIM_H
#define CXML2_SHIM_H

// Without this it brings the headers of ICU, which clash with those that Foundation has of its own. Only the layout of
// converters depends on it, which nobody here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#endif
