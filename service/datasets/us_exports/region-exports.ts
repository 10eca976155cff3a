import { daysFromCivil } from '../../calendar/dates.ts';
import { addDecimals, compareDecimals } from '../../sources/exact-decimals.ts';
import { fileFailure, sheetRowFailure } from '../../sources/row-failure.ts';
import type { RowTarget } from '../../sources/types.ts';

/** Exports to one country or group in the months of one year, as plain decimal text. */
export type CountryYear = { code: string; year: number; values: readonly string[]; row: number };

type ExportRegion = {
  /** Code of the series in the catalogue. */
  series: string;
  /** The publisher's own row, where it has one. */
  own?: string;
  /** The countries that are added up, in years without a row of its own. */
  countries?: RegExp;
  /** First year of the publisher's own row. */
  since?: number;
};

/**
 * The regions: the publisher's own rows where it has them. Central America is every country 2??? except Mexico, which is part of North
 * America. Europe and Africa have rows of their own since 1997.
 */
export const EXPORT_REGIONS: readonly ExportRegion[] = [
  { series: 'north_america', own: '0010' },
  { series: 'central_america', countries: /^2(?!010)/ },
  { series: 'south_america', countries: /^3/ },
  { series: 'europe', own: '0012', countries: /^4/, since: 1997 },
  { series: 'asia', own: '0016' },
  { series: 'australia_oceania', own: '0018' },
  { series: 'africa', own: '0013', countries: /^7/, since: 1997 },
];
/** "South and Central America": all countries 3??? and 2??? except Mexico. Shows whether the row of a country is missing. */
const SOUTH_AND_CENTRAL = '0009';
/** Some months of 1998 to 2002 differ by 0.4 at most, because the rows were rounded to 0.1 million. */
const TOLERANCE = '2';

type RegionYear = { own: Map<string, CountryYear>; sums: Map<string, { values: string[]; rows: number[] }> };

export type RegionExports = ReturnType<typeof createRegionExports>;

/** @returns a collector of countries' rows, which come in any order. Sums are exact. */
export function createRegionExports(file: string, target: RowTarget) {
  const years = new Map<number, RegionYear>();
  const seen = new Map<string, number>();
  const isOwn = (code: string) =>
    code === SOUTH_AND_CENTRAL || EXPORT_REGIONS.some(({ own }) => own === code);
  const summedIn = (code: string) => EXPORT_REGIONS.filter(({ countries }) => countries?.test(code));

  function months(
    { own, countries, since, series }: ExportRegion,
    year: number,
  ): { values: readonly string[]; rows: readonly number[] } {
    const of = years.get(year);
    const isSum = own === undefined || (since !== undefined && year < since);
    const given = own === undefined ? undefined : of?.own.get(own);
    if (given) return { values: given.values, rows: [given.row] };
    const found = isSum && countries ? of?.sums.get(series) : undefined;
    if (found) return found;
    throw fileFailure(
      file,
      `has no row ${own ?? 'of a country'} (${series}) for ${year}, though it has other rows of that year: it was damaged. Download it again.`,
    );
  }

  return {
    /** @returns whether rows of the code are needed. */
    wants: (code: string): boolean => isOwn(code) || summedIn(code).length > 0,
    /** @throws Failure where the code has a row of the year already. */
    add(country: CountryYear): void {
      const { code, year, values, row } = country;
      const earlier = seen.get(`${code} ${year}`);
      if (earlier !== undefined)
        throw sheetRowFailure(
          file,
          row,
          `${code} of ${year} is already in row ${earlier}; each country has one row a year.`,
        );
      seen.set(`${code} ${year}`, row);
      const of: RegionYear = years.get(year) ?? { own: new Map(), sums: new Map() };
      years.set(year, of);
      if (isOwn(code)) of.own.set(code, country);
      for (const { series } of summedIn(code)) {
        const sum = of.sums.get(series);
        if (sum) {
          sum.values = sum.values.map((part, month) => addDecimals(part, values[month] ?? '0'));
          sum.rows.push(row);
        } else of.sums.set(series, { values: [...values], rows: [row] });
      }
    },
    /** Passes the months of all regions to the target. @throws Failure where a year or a region's row of it is missing. */
    finish(): void {
      const all = [...years.keys()].sort((a, b) => a - b);
      const [first = 0, last = 0] = [all[0], all.at(-1)];
      if (all.length === 0) throw fileFailure(file, 'holds none of the regions of US exports.');
      if (all.length !== last - first + 1)
        throw fileFailure(
          file,
          `has rows from ${first} to ${last}, but not of all years between: it was damaged. Download it again.`,
        );
      const series = EXPORT_REGIONS.map((region) => ({
        region,
        id: target.series('us_exports', region.series, '', {
          date: 'year',
          value: region.own ?? region.series,
        }),
      }));
      for (const year of all) {
        const rows = series.map(({ region, id }) => ({ id, ...months(region, year) }));
        checkSum(file, year, years.get(year)?.own.get(SOUTH_AND_CENTRAL), rows[1]?.values, rows[2]?.values);
        const count = year === last ? publishedMonths(rows.map(({ values }) => values)) : 12;
        for (let month = 0; month < count; month++) {
          const day = daysFromCivil(year, month + 1, 1);
          for (const one of rows) target.observation(one.id, day, one.values[month] ?? '0', one.rows[0] ?? 0);
        }
        for (const one of rows) if (one.rows.length > 1) target.summed?.(one.id, one.rows[0] ?? 0, one.rows);
      }
    },
  };
}

/** The months at the end of the last year that are not published yet are 0 in every row. */
function publishedMonths(regions: readonly (readonly string[])[]): number {
  return (
    Math.max(...regions.map((values) => values.findLastIndex((value) => compareDecimals(value, '0') !== 0))) +
    1
  );
}

function checkSum(
  file: string,
  year: number,
  own: CountryYear | undefined,
  central: readonly string[] = [],
  south: readonly string[] = [],
): void {
  for (const [month, value] of (own?.values ?? []).entries()) {
    const sum = addDecimals(central[month] ?? '0', south[month] ?? '0');
    const isNear =
      compareDecimals(addDecimals(value, TOLERANCE), sum) >= 0 &&
      compareDecimals(addDecimals(sum, TOLERANCE), value) >= 0;
    if (isNear) continue;
    throw sheetRowFailure(
      file,
      own?.row ?? 0,
      `in month ${month + 1} of ${year} South and Central America is ${value}, but its countries are ${sum} together: a country's row is missing, or a number was damaged.`,
    );
  }
}
