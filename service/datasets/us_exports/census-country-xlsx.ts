import { cellFailure, fileFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from '../../sources/workbook.ts';
import { type CountryYear, createRegionExports, EXPORT_REGIONS } from './region-exports.ts';

const YEAR = 'year';
const CODE = 'CTY_CODE';
const MONTHS = [
  'EJAN',
  'EFEB',
  'EMAR',
  'EAPR',
  'EMAY',
  'EJUN',
  'EJUL',
  'EAUG',
  'ESEP',
  'EOCT',
  'ENOV',
  'EDEC',
];

/**
 * The Census Bureau's `country.xlsx` of the foreign trade balance: one sheet, a row for each country or group and year, with imports
 * and exports of twelve months in millions of dollars. It reads the exports of the seven regions of the catalogue. Yearly sums
 * (`EYR`) are to date and not read. The rows end at the first empty one, whatever the sheet's dimension says.
 */
export const CENSUS_COUNTRY_XLSX: FileFormat = {
  id: 'census-country-xlsx',
  title: 'US trade in goods by country (Census country.xlsx)',
  isMarkedUp: true,
  place: 'row',
  recognise({ bytes }) {
    const text = workbookText(bytes);
    return text.includes(`>${CODE}<`) || /<sheet\b[^<>]*\bname="country"/.test(text) || hasShape(text);
  },
  open: openCountries,
};

/** In the publisher's file the strings and the name of the sheet are at the end; at its beginning are 29 columns of text above numbers. */
function hasShape(text: string): boolean {
  const cell = (reference: string) => new RegExp(`<c\\b[^<>]*\\br="${reference}"[^<>]*>`).exec(text)?.[0];
  const isText = (reference: string) => cell(reference)?.includes(' t="s"') ?? false;
  return (
    isText('AC1') && cell('AD1') === undefined && isText('C2') && cell('D2') !== undefined && !isText('D2')
  );
}

function openCountries({ file, target }: ReadContext): FileReader {
  const exports = createRegionExports(file, target);
  /** Letters of the columns by their names. */
  let columns: ReadonlyMap<string, string> | undefined;
  let hasEnded = false;

  function readHeader({ number, cells }: SheetRow): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [letters, { text }] of cells) {
      const name = text.trim();
      if (found.has(name)) throw fileFailure(file, `has the column ${quote(name)} twice in row ${number}.`);
      found.set(name, letters);
    }
    const missing = [YEAR, CODE, ...MONTHS].find((name) => !found.has(name));
    if (missing === undefined) return found;
    throw fileFailure(
      file,
      `has no column ${quote(missing)} in row ${number}, its header: this is not the Census Bureau's country.xlsx.`,
    );
  }

  function readCountry(
    row: SheetRow,
    sheet: string,
    letters: ReadonlyMap<string, string>,
  ): CountryYear | undefined {
    const place = (column: string) => `${letters.get(column)}${row.number}`;
    const cell = (column: string) => row.cells.get(letters.get(column) ?? '');
    const code = (cell(CODE)?.text ?? '').trim();
    if (!/^\d{4}$/.test(code))
      throw cellFailure(
        file,
        sheet,
        place(CODE),
        `${quote(code)} is not a country's code; four digits are right.`,
      );
    const year = (cell(YEAR)?.text ?? '').trim();
    if (!/^(19|20)\d\d$/.test(year))
      throw cellFailure(file, sheet, place(YEAR), `${quote(year)} is not a year.`);
    if (!exports.wants(code)) return undefined;
    const values = MONTHS.map((column) => {
      const found = cell(column);
      const value = found?.kind === 'number' ? workbookNumber(found.text) : undefined;
      if (value === undefined)
        throw cellFailure(
          file,
          sheet,
          place(column),
          `${quote(found?.text ?? '')} is not a number; millions of dollars are right.`,
        );
      return value;
    });
    return { code, year: Number(year), values, row: row.number };
  }

  let lastRow = 0;
  return readWorkbook(
    file,
    (row, sheet) => {
      if (row.cells.size === 0 || row.number > lastRow + 1) hasEnded ||= columns !== undefined;
      lastRow = row.number;
      if (hasEnded || row.cells.size === 0) return;
      if (!columns) {
        columns = readHeader(row);
        return;
      }
      const country = readCountry(row, sheet, columns);
      if (country) exports.add(country);
    },
    (sheet) => {
      if (!columns)
        throw fileFailure(
          file,
          `has no rows in its sheet ${quote(sheet)}; ${EXPORT_REGIONS.length} regions are right.`,
        );
      exports.finish();
    },
  );
}
