import { isComputing, type Program } from '../program.ts';
import { requestPath } from '../requests.ts';
import { computedLines, plainLines } from './computed.ts';
import { expression } from './expression.ts';
import { type PeriodFunction, periodFunctions } from './periods.ts';
import { remarks } from './remarks.ts';

/** pandas and the standard library. Pages are followed to their end; values stay the exact text beside numbers to compute with. */
export function pythonSnippet(program: Program, baseUrl: string): string {
  const calls = program.requests.map(
    (request) =>
      `    ${request.group === 'market-data' ? 'yields(' : 'economic('}${JSON.stringify(requestPath(request))}),`,
  );
  const computes = isComputing(program);
  const { from, to } = program.range;
  const isWider = computes || program.hasYields;
  return `${remarks(program, '#').join('\n')}
import json
import os
from urllib.request import Request, urlopen

${computes ? 'import numpy as np\n' : ''}import pandas as pd

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
${computes ? computedPart(program) : ''}${
  isWider ? `df = df[df["date"].between("${from}", "${to}")].reset_index(drop=True)  # as shown\n` : ''
}print(df)
`;
}

function computedPart(program: Program): string {
  const { letters, computed } = computedLines(program, {
    line: (code, area) =>
      `line(${[code, ...(area === '' ? [] : [area])].map((text) => JSON.stringify(text)).join(', ')})`,
    average: (line, count, period, places) => `average(${line}, ${count}, ${period}, ${places})`,
    formula: ({ formula, places }) => {
      const result = `(${expression(formula, (base, exponent) => `${base} ** ${exponent}`)})`;
      return places === undefined ? `${result}.dropna()` : `rounded(${result}, ${places})`;
    },
  });
  const periods = periodFunctions(program);
  const plain = plainLines(program).map(
    ({ letter, code, area }) => `${JSON.stringify([code, area])},  # ${letter}`,
  );
  return `

# What the API does not compute, as the chart has it.
def line(series, state=""):
    rows = df[(df["series"] == series) & (df["state"].fillna("") == state)]
    return rows.set_index("date")["number"].sort_index()


def rounded(numbers, places):
    numbers = numbers.replace([np.inf, -np.inf], np.nan).dropna()
    scale = 10.0**places  # half away from zero, as on paper
    return np.sign(numbers) * np.floor(numbers.abs() * scale + 0.5 + 1e-7) / scale
${
  periods.length === 0
    ? ''
    : `

def average(numbers, count, period, places):
    at = pd.Series(period(numbers.index), index=numbers.index)
    whole = at - at.shift(count - 1) == count - 1  # a hole is not bridged
    return rounded(numbers.rolling(count).mean()[whole], places)

${periods.map(periodText).join('\n')}`
}

${letters.map(([letter, value]) => `${letter} = ${value}`).join('\n')}
computed = {
${computed.map(([name, value]) => `    ${JSON.stringify(name)}: ${value},`).join('\n')}
}
shown = {tuple(each) for each in [
${plain.map((line) => `    ${line}`).join('\n')}
]}
df = df[[pair in shown for pair in zip(df["series"], df["state"].fillna(""))]]
df = pd.concat([df] + [
    pd.DataFrame({"date": numbers.index, "series": name, "number": numbers.to_numpy()})
    for name, numbers in computed.items()
], ignore_index=True)
`;
}

function periodText(one: PeriodFunction): string {
  const days = '(dates - pd.Timestamp("1970-01-01")).days';
  switch (one.kind) {
    case 'working-days':
      return `
def ${one.name}(dates):
    days = ${days} + 3
    day = days % 7
    return days // 7 * 5 + np.where(day < 5, day, 4 + (day - 4) / 4)
`;
    case 'weeks':
      return `
def ${one.name}(dates):
    return (${days} + ${one.shift}) // 7
`;
    case 'months':
      return `
def ${one.name}(dates):
    return (dates.year * 12 + dates.month - 1) // ${one.months}
`;
  }
}
