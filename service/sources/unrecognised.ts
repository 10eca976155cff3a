import { headerCells } from './csv-records.ts';
import { findFredSeries } from './known-series.ts';
import { quote } from './row-failure.ts';
import type { FileHead } from './types.ts';
import { membersInHead } from './zip-archive.ts';

/** Describes a file that no format recognises, as the rest of a sentence that begins with its name. */

const archive = (name: string) => `is ${name} archive; unpack it and import the file in it.`;
const UTF16 = 'is UTF-16 text; save it as UTF-8.';
/** First bytes, in hex, of files that people try to import, and the sentence on each. */
const SIGNATURES: readonly (readonly [bytes: string, sentence: string])[] = [
  ['25504446', 'is a PDF document, not a table of data.'],
  ['ffd8ff', 'is a JPEG picture, not a table of data.'],
  ['89504e47', 'is a PNG picture, not a table of data.'],
  ['d0cf11e0', 'is an old Excel or Office document; save the sheet as CSV (UTF-8).'],
  ['1f8b', archive('a gzip')],
  ['425a68', archive('a bzip2')],
  ['fd377a585a', archive('an xz')],
  ['28b52ffd', archive('a Zstandard')],
  ['377abcaf', archive('a 7-Zip')],
  ['52617221', archive('a RAR')],
  ['50415231', 'is a Parquet file, which is not imported; save the table as CSV.'],
  [Buffer.from('SQLite format 3').toString('hex'), 'is an SQLite database, not a table of data.'],
  ['fffe', UTF16],
  ['feff', UTF16],
];
const ZIP = '504b0304';
const OLD_OFFICE = 'd0cf11e0';

/** Describes a file that is not a table in UTF-8 text, including XML and archives that can be imported. */
export function describeForeignBytes({ bytes }: FileHead): string | undefined {
  if (bytes.length === 0) return 'is empty.';
  if (begins(bytes, ZIP)) {
    if (bytes.includes('application/vnd.oasis.opendocument'))
      return 'is an OpenDocument file, which is not imported; save the sheet as CSV (UTF-8).';
    const isWorkbook = bytes.includes('[Content_Types].xml') || bytes.includes('xl/');
    return isWorkbook
      ? "is an Excel workbook that is not known: of workbooks, FRED's, the Census Bureau's country.xlsx and State Street's fund holdings can be imported. Save the sheet of another as CSV."
      : `is a ZIP archive${namesIn(bytes)}`;
  }
  const [, known] = SIGNATURES.find(([first]) => begins(bytes, first)) ?? [];
  if (known !== undefined) return known;
  if (bytes.includes(0)) return looksLikeUtf16(bytes) ? UTF16 : 'is a binary file, not a table of data.';
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const start = text.trimStart().slice(0, 1000);
  if (start === '') return 'holds nothing but blank space.';
  if (isWebPage(start))
    return 'is a web page (HTML), not data: the site may have answered with an error page. Download the file again in a browser.';
  if (/^(<\?xml[^>]*>\s*)?<error\b/.test(start))
    return 'is an error message of the publisher in XML, not data.';
  if (start.startsWith('<'))
    return "is XML that is not known: of XML files, the Department of Labor's r539cy reports, the Treasury's yield curve feed and the Federal Reserve's H41_data.xml can be imported.";
  return undefined;
}

const MOST_NAMES = 5;

/** @returns ' of a.csv, b.csv; …', with the names that the head has as text. */
function namesIn(bytes: Buffer): string {
  const names = membersInHead(bytes)
    .filter(({ name }) => !/[\p{Cc}\ufffd]/u.test(name))
    .slice(0, MOST_NAMES)
    .map(({ name }) => quote(name));
  const fileNames = names.length > 0 ? ` of ${names.join(', ')}` : '';
  return `${fileNames}; unpack it and import the ${names.length > 1 ? 'files with data' : 'file'} in it.`;
}

function begins(head: Buffer, hex: string): boolean {
  return head.toString('hex', 0, hex.length / 2) === hex;
}

/** True if every second byte is NUL, all even or all odd, as in Latin text in UTF-16. */
function looksLikeUtf16(head: Buffer): boolean {
  const zeros = [0, 0];
  for (const [at, byte] of head.subarray(0, 1000).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const most = Math.min(head.length, 1000) / 2;
  return Math.max(...zeros) > most * 0.7 && Math.min(...zeros) < most * 0.1;
}

/** A publisher's file that is not imported, recognised by its content. */
export type KnownFile = {
  /** Matches only the text of such files; for a workbook or archive, the names and texts of its parts. */
  has: RegExp;
  /** Text after "is a workbook of": the publisher, and what is wrong if the kind of file is right. */
  origin: string;
  /** The right download, as the rest of a sentence. */
  right: string;
};

const FRED_RIGHT =
  'download the series as CSV, such as https://fred.stlouisfed.org/graph/fredgraph.csv?id=ICSA.';

/** FRED's files. Each publisher's are in the `source.ts` of its dataset. */
export const FRED_FILES: readonly KnownFile[] = [
  {
    has: /"observations"\s*:\s*\[|<observations\b[^>]*\brealtime_start=/,
    origin: 'FRED’s API, without the id of its series',
    right: FRED_RIGHT,
  },
  { has: /"(realtime_start|seriess)"\s*:|^<\w+ realtime_start=/m, origin: 'FRED’s API', right: FRED_RIGHT },
  {
    has: /FRED Graph|Federal Reserve Economic Data|fred\.stlouisfed\.org|^Series ID: +\w+$|^sasdate,|\brealtime_start_date\b|,realtime_start,realtime_end\b/m,
    origin: 'FRED',
    right: FRED_RIGHT,
  },
];

/** Describes a file that is known but not imported, and the right one. */
export function describeKnownFile(head: FileHead, known: readonly KnownFile[]): string | undefined {
  const { kind, text } = contentOf(head);
  const found = known.find(({ has }) => has.test(text));
  return found && `is ${kind} of ${found.origin}, which is not imported; ${found.right}`;
}

/** The most parts of an archive to look into; a head could name a thousand. */
export const MOST_PARTS = 12;
const MOST_TEXT = 1 << 18;

function contentOf({ bytes, text }: FileHead): { kind: string; text: string } {
  const members = membersInHead(bytes);
  if (members.length > 0) {
    const parts = members
      .slice(0, MOST_PARTS)
      .map((member) => `${member.name}\n${member.text().slice(0, MOST_TEXT)}`);
    const isWorkbook = members.some(({ name }) => name.startsWith('xl/') || name === '[Content_Types].xml');
    return { kind: isWorkbook ? 'an Excel workbook' : 'a ZIP archive', text: parts.join('\n') };
  }
  if (begins(bytes, OLD_OFFICE))
    return { kind: 'an old Excel workbook', text: bytes.toString('latin1').replaceAll('\0', '') };
  const start = text.trimStart();
  if (isWebPage(start)) return { kind: 'a web page (HTML)', text };
  if (start.startsWith('<')) return { kind: 'an XML file', text };
  return { kind: /^[[{]/.test(start) ? 'a JSON file' : 'a text file', text };
}

function isWebPage(start: string): boolean {
  return /^<(!doctype html|html|head|body|!--|script|meta|table|title|style|div)\b/i.test(start);
}

const DATES = /^(date|datetime|time|timestamp|day|period|observation_date)$/i;
const VALUES = /^(values?|data|obs|observations?|level|rate|yield|price|close|y)$/i;
/** Names of a first column of row numbers: pandas and R leave it unnamed, other programs use these. */
const ROW_NUMBERS = /^(|unnamed: 0|index|rownames)$/i;

/** @returns the fault of a text with CR-only line ends, as old Macintosh programs and spreadsheets write. */
export function describeCarriageReturns({ text }: FileHead): string | undefined {
  return /\r[^\n]/.test(text) && !text.includes('\n') && !/^\s*[{[<]/.test(text)
    ? 'has lines that end with CR only, as old Macintosh programs write them; save it with line ends of LF or CRLF ("CSV UTF-8" in a spreadsheet).'
    : undefined;
}

/** @returns the fault of a text, if it is a common mistake. @param isKnown whether a format recognises it. */
export function describeKnownMistake(
  head: FileHead,
  isKnown: (head: FileHead) => boolean,
): string | undefined {
  return (
    describeForeignJson(head) ??
    describePointer(head) ??
    describeColumns(head, isKnown) ??
    describeHeader(head)
  );
}

function describePointer({ text, firstLine }: FileHead): string | undefined {
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    return 'is a pointer of Git LFS to a file that was not downloaded; get the file itself (git lfs pull) and import that.';
  return /^sep=.$/.test(firstLine)
    ? `begins with ${quote(firstLine)}, a line for spreadsheets; take it out, and separate columns by commas.`
    : undefined;
}

/** Finds an empty column, or a column of row numbers, besides the right ones. */
function describeColumns(head: FileHead, isKnown: (head: FileHead) => boolean): string | undefined {
  const isKnownWithout = (part: RegExp) =>
    isKnown({
      ...head,
      firstLine: head.firstLine.replace(part, ''),
      text: head.text.replace(new RegExp(part, 'gm'), ''),
    });
  const [first = ''] = headerCells(head.firstLine);
  if (ROW_NUMBERS.test(first) && isKnownWithout(/^[^,\n]*,/))
    return 'has a column of row numbers before the others, without a name; take it out (in pandas: to_csv(…, index=False)).';
  return /,\s*$/.test(head.firstLine) && isKnownWithout(/[,\s]+$/)
    ? 'has an empty column at the end: its header ends with a comma. Take out the commas at the ends of the lines.'
    : undefined;
}

function describeHeader({ firstLine }: FileHead): string | undefined {
  const names = headerCells(firstLine).filter((name) => name !== '');
  const [first = '', ...others] = names;
  const ids = others.map((name) => name.toUpperCase());
  if (DATES.test(first) && ids.length > 0 && ids.every(findFredSeries))
    return `has the columns of FRED under a header of its own, ${quote(firstLine)}; ${quote(`observation_date,${ids.join(',')}`)} is right for values in FRED’s units.`;
  const rest = names.filter((name) => !DATES.test(name));
  return rest.length < names.length && rest.length > 0 && rest.every((name) => VALUES.test(name))
    ? `names no series: its header is ${quote(firstLine)}. Write "dataset,series,date,value" above rows such as "ui_weekly_claims,initial_claims_sa,2024-01-06,202000", or, for a series of FRED, its id in place of the name of the values: "observation_date,ICSA".`
    : undefined;
}

export const NO_FISCALDATA_ROWS =
  'is an answer of FiscalData without rows: nothing is there for what was asked. Ask again with other dates, and for page 1.';

function describeForeignJson({ text }: FileHead): string | undefined {
  // A CSV may begin with a quote too, but has no escaped quote or line end after it.
  if (!/^\s*([{[]|"(?:[^"\\\n]|\\.)*?\\["n])/.test(text)) return undefined;
  const error = errorIn(text);
  if (error !== undefined) return `is an error message, not data: ${error}`;
  if (/"data"\s*:\s*\[\s*\]/.test(text)) return NO_FISCALDATA_ROWS;
  return /^\s*"/.test(text)
    ? 'is one text in JSON, with the data in it; save the text itself as a file.'
    : 'is JSON that is not known: of JSON files, answers of FiscalData ("Debt to the Penny") and of the BLS API can be imported.';
}

/** FRED answers `{"error_code":400,"error_message":"…"}`, FiscalData `{"error":"…","message":"…"}`. */
function errorIn(text: string): string | undefined {
  const [, fred] = /"error_message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (fred !== undefined) return `FRED says ${quotedMessage(fred)}`;
  if (!/^\s*\{[^{]*"error"\s*:/.test(text)) return undefined;
  const [, message] = /"(?:message|error)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*\}/.exec(text) ?? [];
  return message === undefined
    ? 'the publisher did not answer.'
    : `the publisher says ${quotedMessage(message)}`;
}

/** @returns a publisher's message in quotes, without keys that it repeats. */
function quotedMessage(message: string): string {
  const text = message
    .replace(/\\["/]/g, (sign) => sign.slice(1))
    .replace(/\s+/g, ' ')
    .replace(/[A-Za-z0-9]{24,}/g, '…');
  return `${quote(text.slice(0, 300), 300)}.`;
}
