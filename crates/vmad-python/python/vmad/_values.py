"""The types of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Union

import numpy as np
import numpy.typing as npt

#: An array of uint32, of any shape and layout.
Array = npt.NDArray[np.uint32]
#: An int from 0 to 2**32 - 1.
Int = Union[int, "np.integer[Any]"]


class HasArray(Protocol):
    """What numpy can make an array of: an array of any dtype, a pandas series."""

    def __array__(self) -> Any: ...


#: The values of a port.
Values = Union[Int, Array, HasArray, Sequence[int]]
