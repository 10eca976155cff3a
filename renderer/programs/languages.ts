import { shellQuoted } from '../../service/contract/shell.ts';
import { addressOf, type ProgramRequest, requestColumns } from './request.ts';

/** Programs of languages. Each is one request, and runs unchanged once the key is in the environment. */

const NEEDS_KEY = 'Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.';

/** Gets the CSV, with a column for each line. The key is sent in a header, so that no URL contains it. */
export function curlSnippet(asked: ProgramRequest, baseUrl: string): string {
  return `# ${NEEDS_KEY}
curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" ${shellQuoted(addressOf(asked, 'wide', baseUrl))}
`;
}

/** pandas and the standard library. Keeps the exact texts beside the numbers. */
export function pythonSnippet(asked: ProgramRequest, baseUrl: string): string {
  const { date, number } = requestColumns(asked);
  return `# ${NEEDS_KEY}
import os
from urllib.request import Request, urlopen

import pandas as pd

URL = ${JSON.stringify(addressOf(asked, 'long', baseUrl))}

with urlopen(Request(URL, headers={"X-API-Key": os.environ["ALMANAC_API_KEY"]})) as answer:
    df = pd.read_csv(answer, dtype=str${number === 'weight' ? ', keep_default_na=False' : ''})
df["${date}"] = pd.to_datetime(df["${date}"])
df["number"] = pd.to_numeric(df["${number}"])  # ${number} is the exact text
print(df)
`;
}

/** polars and the standard library. Keeps the exact texts beside the numbers. */
export function polarsSnippet(asked: ProgramRequest, baseUrl: string): string {
  const { date, number } = requestColumns(asked);
  return `# ${NEEDS_KEY}
import os
from urllib.request import Request, urlopen

import polars as pl

URL = ${JSON.stringify(addressOf(asked, 'long', baseUrl))}

with urlopen(Request(URL, headers={"X-API-Key": os.environ["ALMANAC_API_KEY"]})) as answer:
    df = pl.read_csv(answer.read(), infer_schema=False)
df = df.with_columns(
    pl.col("${date}").str.to_date(),
    pl.col("${number}").cast(pl.Float64, strict=False).alias("number"),  # ${number} is the exact text
)
print(df)
`;
}

/** Julia with CSV.jl and DataFrames.jl. Keeps the exact texts beside the numbers. */
export function juliaSnippet(asked: ProgramRequest, baseUrl: string): string {
  const { date, number } = requestColumns(asked);
  const address = addressOf(asked, 'long', baseUrl);
  return `# ${NEEDS_KEY}
using CSV, DataFrames, Dates, Downloads

address = ${JSON.stringify(address).replaceAll('$', '\\$')}
answer = Downloads.download(address, IOBuffer(); headers = ["X-API-Key" => ENV["ALMANAC_API_KEY"]])
df = CSV.read(seekstart(answer), DataFrame; types = String)
df.${date} = Date.(df.${date})
df.number = map(text -> ismissing(text) ? missing : parse(Float64, text), df.${number})  # ${number} is the exact text
println(df)
`;
}

/** A shell with curl and DuckDB's command line, which reads the file that curl brings. */
export function duckdbSnippet(asked: ProgramRequest, baseUrl: string): string {
  return `# ${NEEDS_KEY}
curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" -o almanac.parquet ${shellQuoted(addressOf(asked, 'parquet', baseUrl))}
duckdb -c "FROM 'almanac.parquet'"
`;
}

/** Base R, no packages. Keeps the exact texts beside the numbers. */
export function rSnippet(asked: ProgramRequest, baseUrl: string): string {
  const { date, number } = requestColumns(asked);
  return `# ${NEEDS_KEY}
address <- ${JSON.stringify(addressOf(asked, 'long', baseUrl))}
answer <- url(address, headers = c("X-API-Key" = Sys.getenv("ALMANAC_API_KEY")))
df <- read.csv(answer, colClasses = "character")
df$${date} <- as.Date(df$${date})
df$number <- as.numeric(df$${number})  # ${number} is the exact text
print(df)
`;
}

/** Node 20 or newer, as a module. The cells stay exact texts. */
export function javascriptSnippet(asked: ProgramRequest, baseUrl: string): string {
  return `// ${NEEDS_KEY}
const URL = ${JSON.stringify(addressOf(asked, 'long', baseUrl))};

const answer = await fetch(URL, { headers: { 'X-API-Key': process.env.ALMANAC_API_KEY } });
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
// A name with a comma stands in double quotes, and a double quote in it twice.
const cells = (line) =>
  [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );
const [names, ...lines] = (await answer.text()).trim().split('\\n').map(cells);
const rows = lines.map((line) => Object.fromEntries(line.map((cell, i) => [names[i], cell])));
console.table(rows);
`;
}
