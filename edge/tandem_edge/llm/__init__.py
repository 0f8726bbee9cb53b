"""Asking a language model for something other than the next action: ``role`` is the interface.

Behind it stand a local file (``local``), an OpenAI-compatible endpoint (``endpoint``) and a
recording (``record``). Apart from the phone, since code that decides what a phone may say opens no
socket.
"""
