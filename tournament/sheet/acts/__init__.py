"""The acts on a sheet, one noun in a module: each command with its rule, each event with its effect.

A new act is a module here, and its sentence in proof/selectors/event_sentences.py. Importing this package imports all.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
