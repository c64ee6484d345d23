"""The rules of derivation, one a file. Importing this package registers every one of them."""

from __future__ import annotations

import importlib
import pkgutil

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    importlib.import_module(f".{_module}", __name__)
