import { isWebPage } from './known-files.ts';
import { quote } from './row-failure.ts';
import type { FileHead } from './types.ts';
import { membersInHead } from './zip-archive.ts';

const archive = (name: string) => `is ${name} archive; unpack it and import the file in it.`;
const UTF16 = 'is UTF-16 text; save it as UTF-8.';
/** First bytes of files that people try to import, in hex, and what to say about each. */
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

/**
 * Says what a file is that is not a table in UTF-8 text. (Some XML files, workbooks and archives can be imported all the same.)
 * @param head the beginning of the file.
 * @returns the rest of a sentence that begins with the file's name; `undefined` for text that may be data.
 */
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
  if (bytes.includes(0)) {
    return looksLikeUtf16(bytes) ? UTF16 : 'is a binary file, not a table of data.';
  }
  const start = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .slice(0, 1000);
  if (start === '') return 'holds nothing but blank space.';
  if (isWebPage(start)) {
    return 'is a web page (HTML), not data: the site may have answered with an error page. Download the file again in a browser.';
  }
  if (/^(<\?xml[^>]*>\s*)?<error\b/.test(start))
    return 'is an error message of the publisher in XML, not data.';
  if (start.startsWith('<'))
    return "is XML that is not known: of XML files, the Department of Labor's r539cy reports, the Treasury's yield curve feed and the Federal Reserve's H41_data.xml can be imported.";
  return undefined;
}

const MOST_NAMES = 5;

/** @returns ' of a.csv, b.csv; …', as far as the head names them in text. */
function namesIn(bytes: Buffer): string {
  const names = membersInHead(bytes)
    .filter(({ name }) => !/[\p{Cc}\ufffd]/u.test(name))
    .slice(0, MOST_NAMES)
    .map(({ name }) => quote(name));
  const of = names.length > 0 ? ` of ${names.join(', ')}` : '';
  return `${of}; unpack it and import the ${names.length > 1 ? 'files with data' : 'file'} in it.`;
}

function begins(head: Buffer, hex: string): boolean {
  return head.toString('hex', 0, hex.length / 2) === hex;
}

/** Latin text in UTF-16 has a NUL in every second byte, all even or all odd. */
function looksLikeUtf16(head: Buffer): boolean {
  let [even, odd] = [0, 0];
  for (const [at, byte] of head.subarray(0, 1000).entries()) {
    if (byte === 0 && at % 2 === 0) even++;
    if (byte === 0 && at % 2 === 1) odd++;
  }
  const most = Math.min(head.length, 1000) / 2;
  return Math.max(even, odd) > most * 0.7 && Math.min(even, odd) < most * 0.1;
}
