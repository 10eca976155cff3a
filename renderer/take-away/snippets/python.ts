import { requestPath, type ViewRequests } from '../requests.ts';
import { remarks } from './remarks.ts';

/** pandas and the standard library. Pages are followed to their end; values stay the exact text beside numbers to compute with. */
export function pythonSnippet(asked: ViewRequests, baseUrl: string): string {
  const calls = asked.requests.map(
    (request) =>
      `    ${request.group === 'yields' ? 'yields' : 'economic'}(${JSON.stringify(requestPath(request))}),`,
  );
  return `${remarks(asked, '#').join('\n')}
import json
import os
from urllib.request import Request, urlopen

import pandas as pd

BASE = ${JSON.stringify(baseUrl)}
KEY = os.environ["ALMANAC_API_KEY"]


def get(path):
    with urlopen(Request(BASE + path, headers={"X-API-Key": KEY})) as answer:
        return json.load(answer)


def economic(path):
    rows = []
    while path:
        page = get(path)
        rows += page["data"]
        following = page["pagination"]["next_url"]
        path = "/api/v1" + following if following else None
    return pd.DataFrame(rows, columns=["date", "series", "state", "value"])


def yields(path):
    rows = []
    while True:
        page = get(f"{path}?limit=5000&offset={len(rows)}")
        rows += page["rows"]
        if len(rows) >= page["total_rows"] or not page["rows"]:
            return pd.DataFrame(rows, columns=["date", "series", "value"])


df = pd.concat([
${calls.join('\n')}
], ignore_index=True)
df["date"] = pd.to_datetime(df["date"])
df["number"] = pd.to_numeric(df["value"])  # value is the exact text
print(df)
`;
}
