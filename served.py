"""What the server of processes imports for all of them: it imports this module, and the names stand in its environment.

The server's own list of modules would do, but for one that raises something else than an `ImportError`, or exits: the server
would end in a traceback, or in silence. Here it is left to the process that needs it, which says what is wrong with it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module

from .processes import SERVED

for _name in filter(None, os.environ.pop(SERVED, "").split(",")):
    with suppress(BaseException):  # an interrupt by the user does not get here: `starting`
        import_module(_name)
