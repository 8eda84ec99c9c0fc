#ifndef CUV_SHIM_H
#define CUV_SHIM_H

#include <uv.h>

#endif
