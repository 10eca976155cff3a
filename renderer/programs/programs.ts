import type { HostState } from '../../service/contract/host.ts';
import {
  curlSnippet,
  duckdbSnippet,
  javascriptSnippet,
  juliaSnippet,
  polarsSnippet,
  pythonSnippet,
  rSnippet,
} from './languages.ts';
import {
  addressOf,
  type Form,
  isList,
  type ProgramRequest,
  programPath,
  requestColumns,
  requestOf,
} from './request.ts';

/** Programs of spreadsheets. Those that run on this computer can send the key in the query only. */

/** An M query for Excel and Power BI, which send the key of their 'Web API' credential in the query (`ApiKeyName`). */
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

/** Stands where a person writes the key. */
export const KEY_PLACE = 'YOUR_KEY';

/** The address that LibreOffice Calc links a sheet to. It keeps the address in the document, and the key with it. */
export function libreOfficeAddress(asked: ProgramRequest, baseUrl: string): string {
  return `${baseUrl}${programPath(asked, 'wide', true)}&api_key=${KEY_PLACE}
`;
}

/** A program of Google's Apps Script, which runs on Google's computers and asks a team. The key, one of the team, is a property of the script. */
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

/** A request, as a program of another tool. */
export type Program = {
  id: string;
  name: string;
  /** @param baseUrl of the API. */
  write: (asked: ProgramRequest, baseUrl: string) => string;
  /** The answer that it asks for. */
  form: Form;
  /** Its tool can send the key in the query only. */
  isKeyInQuery?: true;
  /** It takes steps that its note tells, so that it is never offered without it. */
  needsNote?: true;
  /** It runs on computers of others, which reach no address of this one. */
  isElsewhere?: true;
  /** What a person does with it. */
  note: string;
};

const WITH_KEY = 'The key is in the environment, as ALMANAC_API_KEY.';

/** Tools for which a request is written, in the order of lists. */
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
    note: `For a shell: DuckDB reads the file that curl brings. ${WITH_KEY}`,
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

/** @returns what a program asks first: a path of the API with its query, without a key. */
export function requestedPath({ form, isKeyInQuery }: Program, asked: ProgramRequest): string {
  return programPath(asked, form, isKeyInQuery);
}

/**
 * @param host the address of the API here, and that of the team whose data are shown.
 * @returns the address that a tool asks; `why` there is none that it could reach.
 */
export function addressFor(
  { name, isElsewhere }: Program,
  { base_url, team }: Partial<Pick<HostState, 'base_url' | 'team'>> = {},
): { baseUrl: string } | { why: string } {
  const here = base_url ?? '';
  const baseUrl = isElsewhere && team !== undefined ? team : here;
  if (!isElsewhere || !isOfThisComputer(baseUrl)) return { baseUrl };
  return {
    why: `${name} runs on computers of its maker, and they cannot reach ${baseUrl}, which is this computer alone. It takes the address of a team’s Almanac: once Settings, Data from, names it, the program stands here.`,
  };
}

function isOfThisComputer(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]';
}
