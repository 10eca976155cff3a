"""Stands in for pandas-datareader 0.10: sends the same requests, and reads the answers in the same way."""

from io import StringIO

from pandas import concat, read_csv


class FredReader:
    @property
    def url(self):
        return "https://fred.stlouisfed.org/graph/fredgraph.csv"

    def __init__(self, symbols, start, end=None, session=None):
        self.symbols = symbols if isinstance(symbols, list) else [symbols]
        self.start, self.end, self.session = start, end, session

    def read(self):
        return concat([self._one(name) for name in self.symbols], axis=1, join="outer")

    def _one(self, name):
        answer = self.session.get(f"{self.url}?id={name}", params=None, headers={}, timeout=30)
        if answer.status_code != 200:
            raise OSError(f"Unable to read URL: {answer.text}")
        table = read_csv(
            StringIO(answer.text),
            index_col=0,
            parse_dates=True,
            header=None,
            skiprows=1,
            names=["DATE", name],
            na_values=".",
        )
        return table.truncate(self.start, self.end)
