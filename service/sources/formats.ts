import { Failure } from '../contract/failure.ts';
import { SOURCES } from '../datasets/sources/index.ts';
import { FRED_CSV, FRED_WORKBOOK } from './fred-files.ts';
import { LONG_CONSTITUENTS, LONG_CSV } from './long-csv.ts';
import { quote } from './row-failure.ts';
import type { FileFormat, FileHead } from './types.ts';
import {
  describeCarriageReturns,
  describeForeignBytes,
  describeKnownFile,
  describeKnownMistake,
  FRED_FILES,
  type KnownFile,
  MOST_PARTS,
} from './unrecognised.ts';
import { membersInHead } from './zip-archive.ts';

const DATASET_SOURCES = Object.values(SOURCES);

/** Every format that can be imported: the formats for all datasets, then each dataset's own. */
export const FILE_FORMATS: readonly FileFormat[] = [
  LONG_CSV,
  LONG_CONSTITUENTS,
  FRED_CSV,
  FRED_WORKBOOK,
  ...DATASET_SOURCES.flatMap(({ formats }) => formats),
];

const KNOWN_FILES: readonly KnownFile[] = [
  ...FRED_FILES,
  ...DATASET_SOURCES.flatMap(({ notImported = [] }) => notImported),
];

/** The number of bytes at the start of a file that are enough to recognise its format. */
export const FILE_HEAD_BYTES = 64 << 10;

/** A short text for people; the README lists every file. */
const IMPORTABLE =
  'Right are the files of DOL, BLS, BEA, Census, the Federal Reserve, the Treasury, FRED, the open S&P 500 list, iShares and State Street, and CSV with the columns dataset,series,date,value.';

/** Recognises a file by its beginning, not its name. @throws Failure 'unrecognised_file' with a guess. */
export function recogniseFormat(file: string, bytes: Buffer): FileFormat {
  const head = fileHead(bytes);
  const foreign = describeForeignBytes(head);
  const carriageReturns = foreign === undefined ? describeCarriageReturns(head) : undefined;
  const found = FILE_FORMATS.filter(
    (format) => (foreign === undefined || format.isMarkedUp) && format.recognise(head),
  );
  const [format, ...others] = found;
  if (format && others.length === 0 && carriageReturns === undefined) return format;
  const sentence = carriageReturns ?? (format ? describeSeveral(found) : describeOther(head, foreign));
  throw new Failure('unrecognised_file', `${file} ${sentence}`, { file });
}

function describeSeveral(found: readonly FileFormat[]): string {
  const titles = found.map(({ title }) => quote(title)).join(' and ');
  return `has the columns of several formats, ${titles}; those of one are right.`;
}

function describeOther(head: FileHead, foreign: string | undefined): string {
  const known = holdsImportable(head)
    ? undefined
    : (mistakeOfDataset(head) ?? describeKnownFile(head, KNOWN_FILES));
  return (
    known ??
    foreign ??
    describeSeparator(head) ??
    describeKnownMistake(head, isKnown) ??
    `is in none of the formats that can be imported; it begins with ${quote(head.firstLine)}. ${IMPORTABLE}`
  );
}

/** Separators of columns in countries where the comma is the decimal point. */
const SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Names a file's separator, if the file would be recognised with commas instead. */
function describeSeparator(head: FileHead): string | undefined {
  const found = Object.keys(SEPARATORS).find((sign) => {
    const firstLine = head.firstLine.replaceAll(sign, ',');
    const text = head.text.replaceAll(sign, ',');
    return firstLine !== head.firstLine && isKnown({ ...head, firstLine, text });
  });
  return found && `has its columns separated by ${SEPARATORS[found]}; use commas, and a point in numbers.`;
}

/** @returns a dataset's sentence about a file that looks like the dataset's own. */
function mistakeOfDataset(head: FileHead): string | undefined {
  for (const { describeOtherFile } of DATASET_SOURCES) {
    const sentence = describeOtherFile?.(head);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** @returns whether a ZIP archive has a file that can be imported once unpacked, as FRED's archives do. */
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
