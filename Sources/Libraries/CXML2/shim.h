#ifndef CXML2_SHIM_H
#define CXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#endif
