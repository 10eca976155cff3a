import { Failure } from '../contract/failure.ts';
import { SOURCES } from '../datasets/sources/index.ts';
import { describeForeignBytes } from './foreign-bytes.ts';
import { FRED_CSV } from './fred-csv.ts';
import { FRED_WORKBOOK } from './fred-workbook.ts';
import { describeKnownFile, FRED_FILES, type KnownFile, MOST_PARTS } from './known-files.ts';
import { CARRIAGE_RETURNS, describeKnownMistake, hasOnlyCarriageReturns } from './known-mistakes.ts';
import { LONG_CONSTITUENTS } from './long-constituents.ts';
import { LONG_CSV } from './long-csv.ts';
import { quote } from './row-failure.ts';
import type { FileFormat, FileHead } from './types.ts';
import { membersInHead } from './zip-archive.ts';

const OF_DATASETS = Object.values(SOURCES);

/** Every format that can be imported: those that serve all datasets, then each dataset's own. */
export const FILE_FORMATS: readonly FileFormat[] = [
  LONG_CSV,
  LONG_CONSTITUENTS,
  FRED_CSV,
  FRED_WORKBOOK,
  ...OF_DATASETS.flatMap(({ formats }) => formats),
];

const KNOWN_FILES: readonly KnownFile[] = [
  ...FRED_FILES,
  ...OF_DATASETS.flatMap(({ notImported = [] }) => notImported),
];

/** How many bytes at the beginning of a file are enough to recognise its format. */
export const FILE_HEAD_BYTES = 64 << 10;

/** For people, and short: the README lists every file. */
const IMPORTABLE =
  'Right are the files of DOL, BLS, BEA, Census, the Federal Reserve, the Treasury, FRED, the open S&P 500 list, iShares and State Street, and CSV with the columns dataset,series,date,value.';

/**
 * Recognises a file's format by its beginning, never by its name.
 * @throws Failure 'unrecognised_file' that says what else the file seems to be.
 */
export function recogniseFormat(file: string, bytes: Buffer): FileFormat {
  const head = fileHead(bytes);
  const foreign = describeForeignBytes(head);
  if (foreign === undefined && hasOnlyCarriageReturns(head))
    throw new Failure('unrecognised_file', `${file} ${CARRIAGE_RETURNS}`, { file });
  const found = FILE_FORMATS.filter(
    (format) => (foreign === undefined || format.isMarkedUp) && format.recognise(head),
  );
  if (found.length > 1) {
    const titles = found.map(({ title }) => quote(title)).join(' and ');
    throw new Failure(
      'unrecognised_file',
      `${file} has the columns of several formats, ${titles}; those of one are right.`,
      { file },
    );
  }
  if (found[0]) return found[0];
  const known = holdsImportable(head)
    ? undefined
    : (mistakeOfDataset(head) ?? describeKnownFile(head, KNOWN_FILES));
  if (known !== undefined) throw new Failure('unrecognised_file', `${file} ${known}`, { file });
  if (foreign !== undefined) throw new Failure('unrecognised_file', `${file} ${foreign}`, { file });
  const separator = separatorOf(head);
  if (separator !== undefined) {
    throw new Failure(
      'unrecognised_file',
      `${file} has its columns separated by ${separator}; use commas, and a point in numbers.`,
      { file },
    );
  }
  const mistake = describeKnownMistake(head, isKnown);
  if (mistake !== undefined) throw new Failure('unrecognised_file', `${file} ${mistake}`, { file });
  throw new Failure(
    'unrecognised_file',
    `${file} is in none of the formats that can be imported; it begins with ${quote(head.firstLine)}. ${IMPORTABLE}`,
    { file },
  );
}

/** Separators of columns in countries where the comma is the decimal point. */
const SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** @returns the name of a separator, where the file would be recognised if commas took its place. */
function separatorOf(head: FileHead): string | undefined {
  const found = Object.keys(SEPARATORS).find((sign) => {
    const firstLine = head.firstLine.replaceAll(sign, ',');
    return (
      firstLine !== head.firstLine && isKnown({ ...head, firstLine, text: head.text.replaceAll(sign, ',') })
    );
  });
  return SEPARATORS[found ?? ''];
}

/** @returns what a dataset says about a file that looks like its own. */
function mistakeOfDataset(head: FileHead): string | undefined {
  for (const { mistake } of OF_DATASETS) {
    const sentence = mistake?.(head);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** @returns whether a ZIP archive has a file that can be imported once it is unpacked, as FRED's have. */
function holdsImportable({ bytes }: FileHead): boolean {
  return membersInHead(bytes)
    .slice(0, MOST_PARTS)
    .some((member) => isKnown(fileHead(Buffer.from(member.text()))));
}

function isKnown(head: FileHead): boolean {
  return FILE_FORMATS.some((format) => format.recognise(head));
}

/** @returns the beginning of a file as text. */
export function fileHead(bytes: Buffer): FileHead {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/^(\r?\n)+/, '');
  return { bytes, text, firstLine: text.split(/\r?\n/, 1)[0] ?? '' };
}
