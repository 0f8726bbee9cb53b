"""Language models that play a simulated world's services: a local file, or an HTTP endpoint.

Apart from the phone, since code that decides what a phone may say opens no socket.
"""
