import { isWebPage } from './known-files.ts';
import { quote } from './row-failure.ts';
import type { FileHead } from './types.ts';
import { membersInHead } from './zip-archive.ts';

/** First bytes of files that people try to import, and what to say about each. */
const SIGNATURES: readonly { bytes: readonly number[]; sentence: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], sentence: 'is a PDF document, not a table of data.' },
  { bytes: [0x1f, 0x8b], sentence: 'is a gzip archive; unpack it and import the file in it.' },
  { bytes: [0xff, 0xd8, 0xff], sentence: 'is a JPEG picture, not a table of data.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], sentence: 'is a PNG picture, not a table of data.' },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    sentence: 'is an old Excel or Office document; save the sheet as CSV (UTF-8).',
  },
  { bytes: [0x42, 0x5a, 0x68], sentence: 'is a bzip2 archive; unpack it and import the file in it.' },
  {
    bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    sentence: 'is an xz archive; unpack it and import the file in it.',
  },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    sentence: 'is a Zstandard archive; unpack it and import the file in it.',
  },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], sentence: 'is a 7-Zip archive; unpack it and import the file in it.' },
  { bytes: [0x52, 0x61, 0x72, 0x21], sentence: 'is a RAR archive; unpack it and import the file in it.' },
  {
    bytes: [0x50, 0x41, 0x52, 0x31],
    sentence: 'is a Parquet file, which is not imported; save the table as CSV.',
  },
  { bytes: [...Buffer.from('SQLite format 3')], sentence: 'is an SQLite database, not a table of data.' },
  { bytes: [0xff, 0xfe], sentence: 'is UTF-16 text; save it as UTF-8.' },
  { bytes: [0xfe, 0xff], sentence: 'is UTF-16 text; save it as UTF-8.' },
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

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
  const known = SIGNATURES.find((one) => begins(bytes, one.bytes));
  if (known) return known.sentence;
  if (bytes.includes(0)) {
    return looksLikeUtf16(bytes)
      ? 'is UTF-16 text; save it as UTF-8.'
      : 'is a binary file, not a table of data.';
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

function begins(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
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
