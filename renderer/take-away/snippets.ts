import { CSV_FORMAT, PARQUET_FORMAT } from '../../service/contract/table-formats.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { requestPath, requestQuery, VIEW_PATH, type ViewSearch } from '../../service/view/index.ts';
import type { ListAsk } from '../api/index.ts';

/** What a program asks for: a view (`requestSearch`), or a list of constituents. */
export type Asked = ViewSearch | ListAsk;
/** @param baseUrl of the API. */
type WriteSnippet = (asked: Asked, baseUrl: string) => string;

/** Languages in which a request can be copied as a program. Each program runs unchanged once the key is in the environment. */
export const SNIPPETS: readonly { name: string; write: WriteSnippet }[] = [
  { name: 'curl', write: curlSnippet },
  { name: 'Python (pandas)', write: pythonSnippet },
  { name: 'polars', write: polarsSnippet },
  { name: 'R', write: rSnippet },
  { name: 'Julia', write: juliaSnippet },
  { name: 'DuckDB', write: duckdbSnippet },
  { name: 'JavaScript', write: javascriptSnippet },
  { name: 'Excel Power Query (M)', write: powerQuerySnippet },
];

/** A row for each observation: `date,line,value`. */
const LONG_CSV = { format: CSV_FORMAT, layout: 'long' };

/** @returns the request as path and query, and what its long CSV calls the date and the exact number. */
function requestOf(asked: Asked) {
  if (!('code' in asked))
    return {
      path: VIEW_PATH,
      query: asked as Readonly<Record<string, string>>,
      long: LONG_CSV,
      date: 'date',
      number: 'value',
    };
  const { code, date } = asked as ListAsk;
  return {
    path: `/${datasetOfList(code).id}/series=${encodeURIComponent(code)}`,
    query: { date },
    long: { format: CSV_FORMAT },
    date: 'as_of',
    number: 'weight',
  };
}

const addressOf = (
  { path }: { path: string },
  query: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
) => `${baseUrl}${path}?${requestQuery(query)}`;

const NEEDS_KEY = 'Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.';

/** Gets the CSV, with a column for each line. The key is sent in a header, so that no URL contains it. */
export function curlSnippet(asked: Asked, baseUrl: string): string {
  const request = requestOf(asked);
  const address = addressOf(request, { ...request.query, format: CSV_FORMAT }, baseUrl);
  return `# ${NEEDS_KEY}
curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" ${posixQuoted(address)}
`;
}

/** pandas and the standard library. Keeps the exact texts beside the numbers. */
export function pythonSnippet(asked: Asked, baseUrl: string): string {
  const { date, number, ...request } = requestOf(asked);
  return `# ${NEEDS_KEY}
import os
from urllib.request import Request, urlopen

import pandas as pd

URL = ${JSON.stringify(addressOf(request, { ...request.query, ...request.long }, baseUrl))}

with urlopen(Request(URL, headers={"X-API-Key": os.environ["ALMANAC_API_KEY"]})) as answer:
    df = pd.read_csv(answer, dtype=str${number === 'weight' ? ', keep_default_na=False' : ''})
df["${date}"] = pd.to_datetime(df["${date}"])
df["number"] = pd.to_numeric(df["${number}"])  # ${number} is the exact text
print(df)
`;
}

/** polars and the standard library. Keeps the exact texts beside the numbers. */
export function polarsSnippet(asked: Asked, baseUrl: string): string {
  const { date, number, ...request } = requestOf(asked);
  return `# ${NEEDS_KEY}
import os
from urllib.request import Request, urlopen

import polars as pl

URL = ${JSON.stringify(addressOf(request, { ...request.query, ...request.long }, baseUrl))}

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
export function juliaSnippet(asked: Asked, baseUrl: string): string {
  const { date, number, ...request } = requestOf(asked);
  const address = addressOf(request, { ...request.query, ...request.long }, baseUrl);
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
export function duckdbSnippet(asked: Asked, baseUrl: string): string {
  const request = requestOf(asked);
  const query = { ...request.query, ...request.long, format: PARQUET_FORMAT };
  return `# ${NEEDS_KEY}
curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" -o almanac.parquet ${posixQuoted(addressOf(request, query, baseUrl))}
duckdb -c "FROM 'almanac.parquet'"
`;
}

/** POSIX 2.2.2: between single quotes only the quote itself is special. */
function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Base R, no packages. Keeps the exact texts beside the numbers. */
export function rSnippet(asked: Asked, baseUrl: string): string {
  const { date, number, ...request } = requestOf(asked);
  return `# ${NEEDS_KEY}
address <- ${JSON.stringify(addressOf(request, { ...request.query, ...request.long }, baseUrl))}
answer <- url(address, headers = c("X-API-Key" = Sys.getenv("ALMANAC_API_KEY")))
df <- read.csv(answer, colClasses = "character")
df$${date} <- as.Date(df$${date})
df$number <- as.numeric(df$${number})  # ${number} is the exact text
print(df)
`;
}

/** Node 20 or newer, as a module. Reads all pages; values stay exact texts. */
export function javascriptSnippet(asked: Asked, baseUrl: string): string {
  if ('code' in asked) return listJavascript(asked as ListAsk, baseUrl);
  return `// ${NEEDS_KEY}
const BASE = ${JSON.stringify(baseUrl)};
const headers = { 'X-API-Key': process.env.ALMANAC_API_KEY };

const rows = [];
let path = ${JSON.stringify(requestPath(asked as ViewSearch))};
while (path) {
  const answer = await fetch(BASE + path, { headers });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  const page = await answer.json();
  rows.push(...page.data);
  const following = page.pagination.next_url;
  path = following && '/api/v1' + following;
}
console.table(rows);
`;
}

/** The newest list of a day or before it is one page of at most 5,000 members. */
function listJavascript(asked: ListAsk, baseUrl: string): string {
  const request = requestOf(asked);
  return `// ${NEEDS_KEY}
const URL = ${JSON.stringify(addressOf(request, { ...request.query, limit: '5000' }, baseUrl))};

const answer = await fetch(URL, { headers: { 'X-API-Key': process.env.ALMANAC_API_KEY } });
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
const { rows } = await answer.json();
console.table(rows);
`;
}

/** An M query for Excel and Power BI, which send the key of their 'Web API' credential in the query (`ApiKeyName`). */
export function powerQuerySnippet(asked: Asked, baseUrl: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const { path, date, number, long, ...request } = requestOf(asked);
  const query = Object.entries({ ...request.query, ...long }).map(
    ([name, value]) => `${name} = ${quoted(value)}`,
  );
  // The paths of lists take the key in a header only, which Excel's 'Web API' credential cannot send.
  const isList = 'code' in asked;
  const [how, key] = isList
    ? [
        `Choose 'Anonymous' when asked how to connect to ${baseUrl}, and put a key from Almanac, API access, in the place of YOUR_KEY.`,
        'Headers = [#"X-API-Key" = "YOUR_KEY"]',
      ]
    : [
        `Choose 'Web API' when asked how to connect to ${baseUrl}, and give a key from Almanac, API access.`,
        'ApiKeyName = "api_key"',
      ];
  return `// ${how}
let
    Answer = Web.Contents(${quoted(baseUrl)}, [RelativePath = ${quoted(path.slice(1))}, Query = [${query.join(', ')}], ${key}]),
    Rows = Table.PromoteHeaders(Csv.Document(Answer, [Encoding = 65001]), [PromoteAllScalars = true]),
    Typed = Table.TransformColumnTypes(Rows, {{${quoted(date)}, type date}}, "en-US"),
    // ${number} is the exact text; Excel's own numbers keep 15 digits.
    Numbers = Table.AddColumn(Typed, "number", each ${isList ? `if [${number}] = "" then null else ` : ''}Number.FromText([${number}], "en-US"), type number)
in
    Numbers
`;
}
