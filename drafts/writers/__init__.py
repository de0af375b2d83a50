"""Who writes a draft. Two writers behind one interface: see :mod:`drafts.writers.base`."""

from drafts.writers.base import Instruction, Materials, Writer

__all__ = ["Instruction", "Materials", "Writer"]
