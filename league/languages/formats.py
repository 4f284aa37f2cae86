"""Number formats: a decimal point in every language, because numbers also appear in attributes.

Django imports `<this module>.<language>.formats`: all of these are this module, as `os.path` is another one.
"""

import sys

from django.conf.locale import LANG_INFO
from django.utils.translation import to_locale

DECIMAL_SEPARATOR = "."
for _name in {f"{__name__}.{to_locale(code)}" for code in LANG_INFO}:
    sys.modules[_name] = sys.modules[f"{_name}.formats"] = sys.modules[__name__]
