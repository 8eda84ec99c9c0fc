// Another name of the same.
@_exported public import os
