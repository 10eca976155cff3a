import { Failure } from '../contract/failure.ts';
import { BEA_NIPA_TXT } from './bea-nipa-txt.ts';
import { BLS_API_JSON } from './bls-api-json.ts';
import { BLS_FLAT_FILE } from './bls-flat-file.ts';
import { CENSUS_COUNTRY_XLSX } from './census-country-xlsx.ts';
import { DOL_CLAIMS_XML } from './dol-claims-xml.ts';
import { DOL_STATE_CLAIMS_CSV } from './dol-state-claims-csv.ts';
import { FED_H41_CSV } from './fed-h41-csv.ts';
import { FED_H41_XML, FED_H41_ZIP } from './fed-h41-xml.ts';
import { FISCALDATA_DEBT_CSV } from './fiscaldata-debt-csv.ts';
import { FISCALDATA_DEBT_JSON } from './fiscaldata-debt-json.ts';
import { describeForeignBytes } from './foreign-bytes.ts';
import { FRED_CSV } from './fred-csv.ts';
import { ISHARES_HOLDINGS_CSV } from './ishares-holdings-csv.ts';
import { CARRIAGE_RETURNS, describeKnownMistake, hasOnlyCarriageReturns } from './known-mistakes.ts';
import { LONG_CONSTITUENTS } from './long-constituents.ts';
import { LONG_CSV } from './long-csv.ts';
import { quote } from './row-failure.ts';
import { SP500_CONSTITUENTS_CSV } from './sp500-constituents-csv.ts';
import { SSGA_HOLDINGS_XLSX } from './ssga-holdings-xlsx.ts';
import { TREASURY_YIELDS_CSV } from './treasury-yields-csv.ts';
import { TREASURY_YIELDS_XML } from './treasury-yields-xml.ts';
import type { Format, Head } from './types.ts';

/** Formats in XML, Excel workbooks and ZIP archives. */
const MARKED_UP: readonly Format[] = [
  DOL_CLAIMS_XML,
  TREASURY_YIELDS_XML,
  FED_H41_XML,
  FED_H41_ZIP,
  CENSUS_COUNTRY_XLSX,
  SSGA_HOLDINGS_XLSX,
];

/** Every format that can be imported. */
export const FORMATS: readonly Format[] = [
  LONG_CSV,
  LONG_CONSTITUENTS,
  FISCALDATA_DEBT_CSV,
  FISCALDATA_DEBT_JSON,
  FRED_CSV,
  TREASURY_YIELDS_CSV,
  SP500_CONSTITUENTS_CSV,
  ISHARES_HOLDINGS_CSV,
  DOL_STATE_CLAIMS_CSV,
  BLS_API_JSON,
  BLS_FLAT_FILE,
  BEA_NIPA_TXT,
  FED_H41_CSV,
  ...MARKED_UP,
];

/** Bytes of a file's beginning that a format is known by. */
export const HEAD_BYTES = 64 << 10;

/** For people, and short: the README lists every file. */
const IMPORTABLE =
  'Right are the files of DOL, BLS, BEA, Census, the Federal Reserve, the Treasury, FRED, the open S&P 500 list, iShares and State Street, and CSV with the columns dataset,series,date,value.';

/**
 * Knows a file's format by its beginning, never by its name.
 * @throws Failure 'unrecognised_file' that says what the file is instead, as far as that can be told.
 */
export function recogniseFormat(file: string, bytes: Buffer): Format {
  const foreign = describeForeignBytes(bytes);
  const head = headOf(bytes);
  if (foreign === undefined && hasOnlyCarriageReturns(head))
    throw new Failure('unrecognised_file', `${file} ${CARRIAGE_RETURNS}`, { file });
  const found = (foreign === undefined ? FORMATS : MARKED_UP).filter((format) => format.recognise(head));
  if (found.length > 1) {
    const titles = found.map(({ title }) => quote(title)).join(' and ');
    throw new Failure(
      'unrecognised_file',
      `${file} has the columns of several formats, ${titles}; those of one are right.`,
      { file },
    );
  }
  if (found[0]) return found[0];
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

/** Signs that spreadsheets put between columns, where a comma is that of decimals. */
const SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** @returns what separates the columns of a file that would be known if they were separated by commas. */
function separatorOf(head: Head): string | undefined {
  const found = Object.keys(SEPARATORS).find((sign) => {
    const firstLine = head.firstLine.replaceAll(sign, ',');
    return (
      firstLine !== head.firstLine && isKnown({ ...head, firstLine, text: head.text.replaceAll(sign, ',') })
    );
  });
  return SEPARATORS[found ?? ''];
}

function isKnown(head: Head): boolean {
  return FORMATS.some((format) => format.recognise(head));
}

/** @returns the beginning of a file as text. */
export function headOf(bytes: Buffer): Head {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/^(\r?\n)+/, '');
  return { bytes, text, firstLine: text.split(/\r?\n/, 1)[0] ?? '' };
}
