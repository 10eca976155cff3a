import { addressOf, isList, type ProgramRequest, programPath, requestColumns, requestOf } from './request.ts';

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
