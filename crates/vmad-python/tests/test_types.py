"""The types of the package and of its tests: mypy, strict."""

from pathlib import Path

import pytest
from mypy import api

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("what", [["-p", "vmad"], sorted(map(str, FOLDER.glob("test_*.py")))], ids=["package", "tests"])
def test_mypy(what: list[str]) -> None:
    out, errors, status = api.run(["--config-file", str(FOLDER.parent / "pyproject.toml"), *what])
    assert status == 0, out + errors
