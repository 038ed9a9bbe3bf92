"""What pytest needs to show the difference in a row of a table."""

import pytest

pytest.register_assert_rewrite("tests.sheet_tables")
