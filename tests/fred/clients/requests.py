"""Stands in for what pandas-datareader uses of requests."""

from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Session:
    def __init__(self):
        self.headers = {"User-Agent": "python-requests", "Accept-Encoding": "identity", "Accept": "*/*"}

    def get(self, url, params, headers, timeout):
        try:
            answer = urlopen(Request(url, headers={**self.headers, **headers}), timeout=timeout)
        except HTTPError as error:
            answer = error
        return SimpleNamespace(status_code=answer.status, text=answer.read().decode())
