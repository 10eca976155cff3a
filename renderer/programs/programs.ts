import type { AppState } from '../../service/contract/app-state.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { shellQuoted } from '../../service/contract/shell.ts';
import { CSV_FORMAT, PARQUET_FORMAT } from '../../service/contract/table-formats.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { requestQuery, VIEW_PATH, type ViewSearch } from '../../service/view/index.ts';
import type { ListAsk } from '../api/index.ts';

/** Programs for spreadsheets. Those on this computer can send the key only in the query. */

/** An M query for Excel and Power BI; their 'Web API' credential puts the key in the query (`ApiKeyName`). */
export function powerQuerySnippet(asked: ProgramRequest, baseUrl: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const { date, number } = requestColumns(asked);
  const { path, query } = requestOf(asked, 'long', true);
  const words = Object.entries(query).map(([name, value]) => `${name} = ${quoted(value)}`);
  return `// Choose 'Web API' when asked how to connect to ${baseUrl}, and give a key from Almanac, API access: once, for all queries.
let
    Answer = Web.Contents(${quoted(baseUrl)}, [RelativePath = ${quoted(path.slice(1))}, Query = [${words.join(', ')}], ApiKeyName = "api_key"]),
    Rows = Table.PromoteHeaders(Csv.Document(Answer, [Encoding = 65001]), [PromoteAllScalars = true]),
    Typed = Table.TransformColumnTypes(Rows, {{${quoted(date)}, type date}}, "en-US"),
    // ${number} is the exact text; Excel's own numbers keep 15 digits.
    Numbers = Table.AddColumn(Typed, "number", each ${isList(asked) ? `if [${number}] = "" then null else ` : ''}Number.FromText([${number}], "en-US"), type number)
in
    Numbers
`;
}

/** A placeholder for the user's key. */
export const KEY_PLACE = 'YOUR_KEY';

/** The address for a link of a LibreOffice Calc sheet. Calc stores it, with the key, in the document. */
export function libreOfficeAddress(asked: ProgramRequest, baseUrl: string): string {
  return `${baseUrl}${programPath(asked, 'wide', true)}&api_key=${KEY_PLACE}
`;
}

/** A Google Apps Script: runs on Google's computers, queries a team, and keeps its key as a property. */
export function googleScript(asked: ProgramRequest, baseUrl: string): string {
  // With the apostrophe a ticker such as TRUE stays a text.
  const cells = isList(asked)
    ? `row.map((cell, i) => (i === 5 && cell !== '' ? Number(cell) : "'" + cell))`
    : "row.map((cell, i) => (i > 0 && cell !== '' ? Number(cell) : cell))";
  return `// Needs the script property ALMANAC_API_KEY: a key of the team.
const ADDRESS = ${JSON.stringify(addressOf(asked, 'wide', baseUrl))};

/** Fills the sheet named Almanac. Run it again, or let a trigger run it, for newer values. */
function almanac() {
  const key = PropertiesService.getScriptProperties().getProperty('ALMANAC_API_KEY');
  const answer = UrlFetchApp.fetch(ADDRESS, { headers: { 'X-API-Key': key } });
  const [names, ...rows] = Utilities.parseCsv(answer.getContentText());
  const cells = [names, ...rows.map((row) => ${cells})];
  const book = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = book.getSheetByName('Almanac') || book.insertSheet('Almanac');
  sheet.clearContents();
  sheet.getRange(1, 1, cells.length, names.length).setValues(cells);
}
`;
}

/** A request, as a program for another tool. */
export type Program = {
  id: string;
  name: string;
  /** @param baseUrl the API's base address */
  write: (asked: ProgramRequest, baseUrl: string) => string;
  /** The form of the answer that the program requests. */
  form: Form;
  /** True if the tool can send the key only in the query. */
  isKeyInQuery?: true;
  /** True if the note has necessary steps, so that the program must not be shown without it. */
  needsNote?: true;
  /** True if the program runs on other people's computers, which cannot reach this one. */
  isElsewhere?: true;
  /** Instructions for the user. */
  note: string;
};

const WITH_KEY = 'The key is in the environment, as ALMANAC_API_KEY.';

/** The tools with a program, in the order of the lists. */
export const PROGRAMS: readonly Program[] = [
  { id: 'curl', name: 'curl', write: curlSnippet, form: 'wide', note: WITH_KEY },
  { id: 'pandas', name: 'Python (pandas)', write: pythonSnippet, form: 'long', note: WITH_KEY },
  { id: 'polars', name: 'polars', write: polarsSnippet, form: 'long', note: WITH_KEY },
  { id: 'r', name: 'R', write: rSnippet, form: 'long', note: `Base R is enough. ${WITH_KEY}` },
  { id: 'julia', name: 'Julia', write: juliaSnippet, form: 'long', note: WITH_KEY },
  {
    id: 'duckdb',
    name: 'DuckDB',
    write: duckdbSnippet,
    form: 'parquet',
    note: `For a shell: DuckDB reads the file that curl downloads. ${WITH_KEY}`,
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    write: javascriptSnippet,
    form: 'long',
    note: `Node 20 or newer. ${WITH_KEY}`,
  },
  {
    id: 'power-query',
    name: 'Excel Power Query (M)',
    write: powerQuerySnippet,
    form: 'long',
    isKeyInQuery: true,
    note: 'Data, Get Data, Blank Query, Advanced Editor: paste it. Excel asks for the key once, for all queries of this address, and keeps it outside the workbook.',
  },
  {
    id: 'libreoffice',
    name: 'LibreOffice Calc',
    write: libreOfficeAddress,
    form: 'wide',
    isKeyInQuery: true,
    needsNote: true,
    note: 'Sheet, External Links: paste the address, with a key in the place of YOUR_KEY, and press Enter. Choose the comma as separator, and English (USA). The address stays in the document, and the key with it: make one for this document alone.',
  },
  {
    id: 'google-sheets',
    name: 'Google Sheets',
    write: googleScript,
    form: 'wide',
    isElsewhere: true,
    needsNote: true,
    note: 'Extensions, Apps Script: paste it, and put a key of the team into Project Settings, Script Properties, as ALMANAC_API_KEY. Google’s computers send the request, and must reach the team’s address.',
  },
];

/** @returns a program's first request: an API path with its query, without a key. */
export function requestedPath({ form, isKeyInQuery }: Program, asked: ProgramRequest): string {
  return programPath(asked, form, isKeyInQuery);
}

/** @returns the API address for a tool, here or of the team; `why` if the tool cannot reach any. */
export function addressFor(
  { name, isElsewhere }: Program,
  { base_url, team }: Partial<Pick<AppState, 'base_url' | 'team'>> = {},
): { baseUrl: string } | { why: string } {
  const here = base_url ?? '';
  const baseUrl = isElsewhere && team !== undefined ? team : here;
  if (!isElsewhere || !isThisComputer(baseUrl)) return { baseUrl };
  return {
    why: `${name} runs on its maker’s computers, which cannot reach ${baseUrl} on this computer. It needs the address of a team’s Almanac: choose it in Settings under Data from, and the program appears here.`,
  };
}

function isThisComputer(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]';
}

/** Programs in languages. Each sends one request, and runs unchanged once the key is in the environment. */

const NEEDS_KEY = 'Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.';

/** Loads the CSV with a column per line. The key is in a header, so that no URL contains it. */
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

/** A shell with curl and DuckDB's command line, which reads the file that curl downloads. */
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

/** The data that a program requests: a view (`requestSearch`), or a list of constituents. */
export type ProgramRequest = ViewSearch | ListAsk;

/** The answer: CSV with a column per line, CSV with a row per observation (`date,line,value`), Parquet. */
type Form = 'wide' | 'long' | 'parquet';

const LONG = { layout: 'long' };
const FORMS: Readonly<Record<Form, Readonly<Record<string, string>>>> = {
  wide: { format: CSV_FORMAT },
  long: { format: CSV_FORMAT, ...LONG },
  parquet: { format: PARQUET_FORMAT, ...LONG },
};

function isList(asked: ProgramRequest): asked is ListAsk {
  return 'code' in asked;
}

/** @returns path and query without a key. @param isKeyInQuery the program cannot send the key in a header */
function requestOf(
  asked: ProgramRequest,
  form: Form,
  isKeyInQuery = false,
): { path: string; query: Readonly<Record<string, string>> } {
  if (!isList(asked)) return { path: VIEW_PATH, query: { ...(asked as ViewSearch), ...FORMS[form] } };
  const { code, date } = asked;
  const { layout: _, ...format } = FORMS[form];
  return {
    path: `${isKeyInQuery ? API_PREFIX : ''}/${datasetOfList(code).id}/series=${encodeURIComponent(code)}`,
    query: { date, ...format },
  };
}

function programPath(asked: ProgramRequest, form: Form, isKeyInQuery = false): string {
  const { path, query } = requestOf(asked, form, isKeyInQuery);
  return `${path}?${requestQuery(query)}`;
}

function addressOf(asked: ProgramRequest, form: Form, baseUrl: string): string {
  return baseUrl + programPath(asked, form);
}

/** @returns the CSV's names for the date and the exact number. */
function requestColumns(asked: ProgramRequest): { date: string; number: string } {
  return isList(asked) ? { date: 'as_of', number: 'weight' } : { date: 'date', number: 'value' };
}
