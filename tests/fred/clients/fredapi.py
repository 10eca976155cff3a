"""Stands in for fredapi 0.5: sends the same requests, and reads the answers in the same way."""

import xml.etree.ElementTree as ET
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode
from urllib.request import urlopen

import pandas as pd


class Fred:
    root_url = "https://api.stlouisfed.org/fred"

    def __init__(self, api_key):
        self.api_key = api_key

    def _fetch(self, path):
        try:
            return ET.fromstring(urlopen(f"{self.root_url}/{path}&api_key={self.api_key}").read())
        except HTTPError as error:
            raise ValueError(ET.fromstring(error.read()).get("message")) from None

    def get_series_info(self, series_id):
        return pd.Series(list(self._fetch(f"series?series_id={series_id}"))[0].attrib)

    def get_series(self, series_id, observation_start=None, observation_end=None, **words):
        path = f"series/observations?series_id={series_id}"
        for name, day in (("observation_start", observation_start), ("observation_end", observation_end)):
            if day is not None:
                path += f"&{name}=" + pd.to_datetime(day).strftime("%Y-%m-%d")
        if words:
            path += "&" + urlencode(words)
        root = self._fetch(path)
        return pd.Series(
            [float("nan") if one.get("value") == "." else float(one.get("value")) for one in root],
            index=[pd.to_datetime(one.get("date"), format="%Y-%m-%d") for one in root],
        )

    def get_series_all_releases(self, series_id):
        root = self._fetch(
            f"series/observations?series_id={series_id}&realtime_start=1776-07-04&realtime_end=9999-12-31"
        )
        day = lambda text: pd.to_datetime(text, format="%Y-%m-%d")
        rows = [(day(one.get("realtime_start")), day(one.get("date")), float(one.get("value"))) for one in root]
        return pd.DataFrame(rows, columns=["realtime_start", "date", "value"])

    def get_series_vintage_dates(self, series_id):
        root = self._fetch(f"series/vintagedates?series_id={series_id}")
        return [pd.to_datetime(one.text, format="%Y-%m-%d") for one in root]

    def search(self, text, order_by=None, sort_order=None, filter=None):
        path = f"series/search?search_text={quote_plus(text)}&"
        if order_by is not None:
            path += f"&order_by={order_by}"
        if filter is not None:
            path += "&filter_variable=%s&filter_value=%s" % filter
        if sort_order is not None:
            path += f"&sort_order={sort_order}"
        root = self._fetch(path)
        assert int(root.get("count")) >= len(root)
        data = pd.DataFrame([one.attrib for one in root]).set_index("id")
        for name in ("realtime_start", "realtime_end", "observation_start", "observation_end", "last_updated"):
            data[name] = data[name].apply(pd.to_datetime)
        return data
