import { daysFromCivil } from '../../calendar/dates.ts';
import { addDecimals, compareDecimals } from '../../sources/exact-decimals.ts';
import { cellFailure, fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from '../../sources/workbook.ts';
import { createCurve, createNoise, createSeason } from '../sample.ts';
import type { ObservationsSource, SampleMaker } from '../sources/types.ts';

const YEAR = 'year';
const CODE = 'CTY_CODE';
const MONTHS = 'EJAN EFEB EMAR EAPR EMAY EJUN EJUL EAUG ESEP EOCT ENOV EDEC'.split(' ');

/**
 * The Census Bureau's `country.xlsx` of the foreign trade balance: one sheet, a row for each country or group
 * and year, with imports and exports of twelve months in millions of dollars. Only exports of the seven
 * regions are read, not the yearly sums to date (`EYR`). The rows end at the first empty row.
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

/** True if a file begins with 29 columns of text above numbers; its strings and sheet name come last. */
function hasShape(text: string): boolean {
  const cell = (reference: string) => new RegExp(`<c\\b[^<>]*\\br="${reference}"[^<>]*>`).exec(text)?.[0];
  const isText = (reference: string) => cell(reference)?.includes(' t="s"') ?? false;
  return (
    isText('AC1') && cell('AD1') === undefined && isText('C2') && cell('D2') !== undefined && !isText('D2')
  );
}

function openCountries(context: ReadContext): FileReader {
  const { file } = context;
  const exports = createRegionExports(context);
  let columns: ReadonlyMap<string, string> | undefined;
  let hasEnded = false;
  let lastRow = 0;

  function readHeader({ number, cells }: SheetRow): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const [letters, { text }] of cells) {
      const name = text.trim();
      if (found.has(name)) throw fileFailure(file, `has the column ${quote(name)} twice in row ${number}.`);
      found.set(name, letters);
    }
    const missing = [YEAR, CODE, ...MONTHS].find((name) => !found.has(name));
    if (missing === undefined) return found;
    const sentence = `has no column ${quote(missing)} in row ${number}, its header: this is not the Census Bureau's country.xlsx.`;
    throw fileFailure(file, sentence);
  }

  function readCountry(row: SheetRow, sheet: string, letters: ReadonlyMap<string, string>): void {
    const cell = (column: string) => row.cells.get(letters.get(column) ?? '');
    const fail = (column: string, sentence: string) =>
      cellFailure(file, sheet, `${letters.get(column)}${row.number}`, sentence);
    const code = (cell(CODE)?.text ?? '').trim();
    if (!/^\d{4}$/.test(code))
      throw fail(CODE, `${quote(code)} is not a country's code; four digits are right.`);
    const year = (cell(YEAR)?.text ?? '').trim();
    if (!/^(19|20)\d\d$/.test(year)) throw fail(YEAR, `${quote(year)} is not a year.`);
    if (!exports.wants(code)) return;
    const values = MONTHS.map((column) => {
      const found = cell(column);
      const value = found?.kind === 'number' ? workbookNumber(found.text) : undefined;
      if (value !== undefined) return value;
      throw fail(column, `${quote(found?.text ?? '')} is not a number; millions of dollars are right.`);
    });
    exports.add({ code, year: Number(year), values, row: row.number });
  }

  return readWorkbook(
    file,
    (row, sheet) => {
      if (row.cells.size === 0 || row.number > lastRow + 1) hasEnded ||= columns !== undefined;
      lastRow = row.number;
      if (hasEnded || row.cells.size === 0) return;
      if (columns) readCountry(row, sheet, columns);
      else columns = readHeader(row);
    },
    (sheet) => {
      if (!columns)
        throw fileFailure(
          file,
          `has no rows in its sheet ${quote(sheet)}; ${REGIONS.length} regions are right.`,
        );
      exports.finish();
    },
  );
}

/** Exports to one country or group in the months of a year, as plain decimal text. */
type CountryYear = { code: string; year: number; values: readonly string[]; row: number };

type ExportRegion = {
  /** Code of the series in the catalogue. */
  series: string;
  /** The publisher's own row for the region, if it has one, and the first year with that row. */
  own?: string;
  since?: number;
  /** Codes of the countries to add up, in years without the publisher's own row. */
  countries?: RegExp;
};

/** Central America: every country 2??? except Mexico. Europe and Africa have rows of their own since 1997. */
const REGIONS: readonly ExportRegion[] = [
  { series: 'north_america', own: '0010' },
  { series: 'central_america', countries: /^2(?!010)/ },
  { series: 'south_america', countries: /^3/ },
  { series: 'europe', own: '0012', countries: /^4/, since: 1997 },
  { series: 'asia', own: '0016' },
  { series: 'australia_oceania', own: '0018' },
  { series: 'africa', own: '0013', countries: /^7/, since: 1997 },
];
/** "South and Central America": all countries 3??? and 2??? except Mexico. It reveals missing rows. */
const SOUTH_AND_CENTRAL = '0009';
/** Allowed difference in millions of dollars: rounded rows of 1998 to 2002 differ by up to 0.4. */
const TOLERANCE = '2';
const DAMAGED = 'it was damaged. Download it again.';

/** A region's values in a year, and the rows that they come from. */
type RegionMonths = { values: readonly string[]; rows: readonly number[] };
type RegionYear = { own: Map<string, CountryYear>; sums: Map<string, RegionMonths> };

/** @returns a collector of the countries' rows, which come in any order. Sums are exact. */
function createRegionExports({ file, target }: ReadContext) {
  const years = new Map<number, RegionYear>();
  const seen = new Map<string, number>();
  const isOwn = (code: string) => code === SOUTH_AND_CENTRAL || REGIONS.some(({ own }) => own === code);
  const summedIn = (code: string) => REGIONS.filter(({ countries }) => countries?.test(code));

  function months({ own, since = 0, series }: ExportRegion, year: number): RegionMonths {
    const figures = years.get(year);
    const given = figures?.own.get(own ?? '');
    if (given) return { values: given.values, rows: [given.row] };
    const sum = own === undefined || year < since ? figures?.sums.get(series) : undefined;
    if (sum) return sum;
    const row = `no row ${own ?? 'of a country'} (${series}) for ${year}`;
    throw fileFailure(file, `has ${row}, though it has other rows of that year: ${DAMAGED}`);
  }

  return {
    wants: (code: string): boolean => isOwn(code) || summedIn(code).length > 0,
    /** @throws Failure if the code already has a row for the year. */
    add(country: CountryYear): void {
      const { code, year, values, row } = country;
      const earlier = seen.get(`${code} ${year}`);
      if (earlier !== undefined) {
        const sentence = `${code} of ${year} is already in row ${earlier}; each country has one row a year.`;
        throw rowFailure(file, row, undefined, sentence, 'row');
      }
      seen.set(`${code} ${year}`, row);
      const figures: RegionYear = years.get(year) ?? { own: new Map(), sums: new Map() };
      years.set(year, figures);
      if (isOwn(code)) figures.own.set(code, country);
      for (const { series } of summedIn(code)) {
        const sum = figures.sums.get(series);
        const summed = sum?.values.map((part, month) => addDecimals(part, values[month] ?? '0')) ?? values;
        figures.sums.set(series, { values: summed, rows: [...(sum?.rows ?? []), row] });
      }
    },
    /** Passes the months of all regions to the target. @throws Failure if a year or a region is missing. */
    finish(): void {
      const all = [...years.keys()].sort((a, b) => a - b);
      const [first = 0, last = 0] = [all[0], all.at(-1)];
      if (all.length === 0) throw fileFailure(file, 'holds none of the regions of US exports.');
      if (all.length !== last - first + 1)
        throw fileFailure(
          file,
          `has rows from ${first} to ${last}, but not of all years between: ${DAMAGED}`,
        );
      const ids = REGIONS.map(({ series, own }) =>
        target.series('us_exports', series, '', { date: 'year', value: own ?? series }),
      );
      for (const year of all) {
        const regions = REGIONS.map((region) => months(region, year));
        checkSum(file, year, years.get(year)?.own.get(SOUTH_AND_CENTRAL), regions[1], regions[2]);
        const count = year === last ? publishedMonths(regions) : 12;
        for (let month = 0; month < count; month++) {
          const day = daysFromCivil(year, month + 1, 1);
          for (const [at, { values, rows }] of regions.entries())
            target.observation(ids[at] ?? -1, day, values[month] ?? '0', rows[0] ?? 0);
        }
        for (const [at, { rows }] of regions.entries())
          if (rows.length > 1) target.summed?.(ids[at] ?? -1, rows[0] ?? 0, rows);
      }
    },
  };
}

/** @returns how many months of the last year are published: later months are 0 in every row. */
function publishedMonths(regions: readonly RegionMonths[]): number {
  const lastOf = ({ values }: RegionMonths) =>
    values.findLastIndex((value) => compareDecimals(value, '0') !== 0);
  return Math.max(...regions.map(lastOf)) + 1;
}

function checkSum(
  file: string,
  year: number,
  own: CountryYear | undefined,
  central: RegionMonths | undefined,
  south: RegionMonths | undefined,
): void {
  for (const [month, value] of (own?.values ?? []).entries()) {
    const sum = addDecimals(central?.values[month] ?? '0', south?.values[month] ?? '0');
    const isNear =
      compareDecimals(addDecimals(value, TOLERANCE), sum) >= 0 &&
      compareDecimals(addDecimals(sum, TOLERANCE), value) >= 0;
    if (isNear) continue;
    const sentence = `in month ${month + 1} of ${year} South and Central America is ${value}, but its countries are ${sum} together: a country's row is missing, or a number was damaged.`;
    throw rowFailure(file, own?.row ?? 0, undefined, sentence, 'row');
  }
}

/** Exports in June 2022, in millions of dollars. */
const LEVELS = {
  north_america: 61271,
  central_america: 7459,
  south_america: 14030,
  europe: 43614,
  asia: 50320,
  australia_oceania: 3284,
  africa: 2653,
};
/** The level of trade over time; June 2022 is 1. */
const TRADE = createCurve(
  `1985-01 0.095, 1990-01 0.18, 1995-01 0.27, 2000-09 0.39, 2001-12 0.31, 2008-07 0.62, 2009-03 0.43, 2014-10 0.74,
   2016-02 0.62, 2018-05 0.76, 2020-02 0.73, 2020-04 0.47, 2020-10 0.7, 2022-06 1, 2023-06 0.93, 2026-07 1.02`,
  0.03,
);
const SEASON = createSeason([0.92, 0.94, 1.07, 1.01, 1.02, 1.03, 0.95, 1, 0.98, 1.05, 1.02, 1.01]);

/** Makes exports by region, not adjusted: millions of dollars with six decimals, so whole dollars. */
const makeExports: SampleMaker = (daysOf) =>
  Object.entries(LEVELS).map(([code, level]) => {
    const days = daysOf(code);
    const noise = createNoise(`us_exports/${code}`);
    const values = days.map((day) => {
      const factor = 1 + noise.drift(0.9, 0.015) + 0.02 * noise.bell();
      const dollars = Math.round(level * 1e6 * TRADE(day) * SEASON(day) * factor);
      return `${Math.floor(dollars / 1e6)}.${String(dollars % 1e6).padStart(6, '0')}`;
    });
    return { code, days, values };
  });

const CENSUS_COUNTRIES: FetchWay = oneFile(
  {
    source: 'Census trade by country (country.xlsx)',
    url: 'https://www.census.gov/foreign-trade/balance/country.xlsx',
    fileName: 'country.xlsx',
    content: 'zip',
    largestBytes: 32e6,
    byHand: 'https://www.census.gov/foreign-trade/balance/country.xlsx',
  },
  {
    every: '08:30 ET, some 35 days after the end of a month',
    history: 'from 1985, 1.7 MB, whole in every file',
  },
);

export const EXPORTS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [CENSUS_COUNTRIES] }],
  formats: [CENSUS_COUNTRY_XLSX],
  notImported: [
    {
      has: /^\s*\[\s*\[\s*"|\bCTY_CODE\b|\b(api|www)\.census\.gov\b|^error: .*\b(variable|predicate|argument)\b|\bUSA Trade\b|Trade in Goods/,
      origin: 'the Census Bureau’s foreign trade',
      right: 'download https://www.census.gov/foreign-trade/balance/country.xlsx.',
    },
  ],
  sample: makeExports,
};
