"""llama.cpp's own quantisation of a GGUF file, in a process of its own: native code that may crash.

As a program: SOURCE TARGET KIND THREADS.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tandem_shared.errors import TandemError

KINDS = {"q8_0": "Q8_0", "q4_k_m": "Q4_K_M"}


def quantise(source: Path, target: Path, kind: str, threads: int) -> None:
    """Write ``source`` quantised as ``kind``. Raises ``TandemError`` when that fails."""
    module = "tandem_trainer.train.export.quantising"
    ran = subprocess.run(
        [sys.executable, "-I", "-m", module, str(source), str(target), KINDS[kind], str(threads)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if ran.returncode:
        target.unlink(missing_ok=True)
        raise TandemError(
            f"llama.cpp could not quantise the model (code {ran.returncode})",
            hint="see that there is room on the disk and try again",
        )


def _main(source: str, target: str, kind: str, threads: str) -> int:
    import llama_cpp

    chosen = llama_cpp.llama_model_quantize_default_params()
    chosen.ftype = getattr(llama_cpp, f"LLAMA_FTYPE_MOSTLY_{kind}")
    chosen.nthread = int(threads)
    return int(llama_cpp.llama_model_quantize(source.encode(), target.encode(), chosen))


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
