"""The notebook of the examples, executed."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "examples" / "interpretations.ipynb"


def test_the_notebook_plots_the_differences() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute()
    data: list[dict[str, Any]] = [
        output["data"] for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs if "data" in output
    ]
    assert sum("image/png" in each for each in data) == 1
    text = next(each["text/plain"] for each in data if "of the inputs differ" in each["text/plain"])
    assert 0 < int(text.strip("'").split("%")[0]) < 100
    assert sum("<table>" in each.get("text/html", "") for each in data) == 2
