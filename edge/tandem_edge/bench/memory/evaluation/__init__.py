"""Questions about long conversations, answered by a model and scored.

The files are the user's: LoCoMo, LongMemEval, BEAM, or ones we make up in their formats
(``generating``). ``formats`` reads them into one shape (``sample``), ``running`` goes through them.
"""
