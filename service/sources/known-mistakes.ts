import { headerCells } from './csv-records.ts';
import { findFredSeries } from './known-series.ts';
import { quote } from './row-failure.ts';
import type { FileHead } from './types.ts';

const DATES = /^(date|datetime|time|timestamp|day|period|observation_date)$/i;
const VALUES = /^(values?|data|obs|observations?|level|rate|yield|price|close|y)$/i;
/** Names of the column of row numbers that programs put first: pandas and R give it none, others these. */
const ROW_NUMBERS = /^(|unnamed: 0|index|rownames)$/i;

/** @returns whether the lines of a text file end with CR only, as programs of old Macintoshes wrote them and spreadsheets still can. */
export function hasOnlyCarriageReturns({ text }: FileHead): boolean {
  return /\r[^\n]/.test(text) && !text.includes('\n') && !/^\s*[{[<]/.test(text);
}

export const CARRIAGE_RETURNS =
  'has lines that end with CR only, as old Macintosh programs write them; save it with line ends of LF or CRLF ("CSV UTF-8" in a spreadsheet).';

/**
 * Says what is wrong with a text that no format recognises, where it is a common mistake.
 * @param isKnown whether a format would recognise a file with this beginning.
 * @returns the rest of a sentence that begins with the file's name.
 */
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
  if (/^sep=.$/.test(firstLine))
    return `begins with ${quote(firstLine)}, a line for spreadsheets; take it out, and separate columns by commas.`;
  return undefined;
}

/** An empty column, or one of row numbers, besides the right ones. */
function describeColumns(head: FileHead, isKnown: (head: FileHead) => boolean): string | undefined {
  const without = (part: RegExp) => ({
    ...head,
    firstLine: head.firstLine.replace(part, ''),
    text: head.text.replace(new RegExp(part, 'gm'), ''),
  });
  const [first = ''] = headerCells(head.firstLine);
  if (ROW_NUMBERS.test(first) && isKnown(without(/^[^,\n]*,/)))
    return 'has a column of row numbers before the others, without a name; take it out (in pandas: to_csv(…, index=False)).';
  if (/,\s*$/.test(head.firstLine) && isKnown(without(/[,\s]+$/)))
    return 'has an empty column at the end: its header ends with a comma. Take out the commas at the ends of the lines.';
  return undefined;
}

function describeHeader({ firstLine }: FileHead): string | undefined {
  const names = headerCells(firstLine).filter((name) => name !== '');
  const [first = '', ...others] = names;
  const ids = others.map((name) => name.toUpperCase());
  if (DATES.test(first) && ids.length > 0 && ids.every(findFredSeries))
    return `has the columns of FRED under a header of its own, ${quote(firstLine)}; ${quote(`observation_date,${ids.join(',')}`)} is right for values in FRED’s units.`;
  const rest = names.filter((name) => !DATES.test(name));
  if (rest.length < names.length && rest.length > 0 && rest.every((name) => VALUES.test(name)))
    return `names no series: its header is ${quote(firstLine)}. Write "dataset,series,date,value" above rows such as "ui_weekly_claims,initial_claims_sa,2024-01-06,202000", or, for a series of FRED, its id in place of the name of the values: "observation_date,ICSA".`;
  return undefined;
}

/** About an answer of FiscalData without rows: the rest of a sentence that begins with the file's name. */
export const NO_FISCALDATA_ROWS =
  'is an answer of FiscalData without rows: nothing is there for what was asked. Ask again with other dates, and for page 1.';

/** JSON that people try to import: how to recognise it, and what to say about it. */
const KNOWN: readonly { has: RegExp; sentence: string }[] = [
  { has: /"data"\s*:\s*\[\s*\]/, sentence: NO_FISCALDATA_ROWS },
  {
    has: /^\s*"/,
    sentence: 'is one text in JSON, with the data in it; save the text itself as a file.',
  },
];

/**
 * @param head the beginning of a file that no format recognises.
 * @returns the rest of a sentence that begins with the file's name; `undefined` where it is not JSON.
 */
export function describeForeignJson({ text }: FileHead): string | undefined {
  // A CSV may begin with a quote too, but has no escaped quote or line end after it.
  if (!/^\s*([{[]|"(?:[^"\\\n]|\\.)*?\\["n])/.test(text)) return undefined;
  const error = errorIn(text);
  if (error !== undefined) return `is an error message, not data: ${error}`;
  return (
    KNOWN.find(({ has }) => has.test(text))?.sentence ??
    'is JSON that is not known: of JSON files, answers of FiscalData ("Debt to the Penny") and of the BLS API can be imported.'
  );
}

/** FRED answers `{"error_code":400,"error_message":"…"}`, FiscalData `{"error":"…","message":"…"}`. */
function errorIn(text: string): string | undefined {
  const [, fred] = /"error_message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (fred !== undefined) return `FRED says ${said(fred)}`;
  if (!/^\s*\{[^{]*"error"\s*:/.test(text)) return undefined;
  const [, message] = /"(?:message|error)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*\}/.exec(text) ?? [];
  return message === undefined ? 'the publisher did not answer.' : `the publisher says ${said(message)}`;
}

/** @returns a publisher's message in quotes, without keys that it may repeat. */
function said(message: string): string {
  return `${quote(
    message
      .replace(/\\["/]/g, (sign) => sign.slice(1))
      .replace(/\s+/g, ' ')
      .replace(/[A-Za-z0-9]{24,}/g, '…')
      .slice(0, 300),
    300,
  )}.`;
}
