import { STATES, type StateCode } from '../../datasets/states.ts';
import { type Matrix, scaledText } from '../matrix.ts';

/** The 53 areas, in the order of their codes; their places are the second index of an area table. */
export const AREAS = Object.keys(STATES) as readonly StateCode[];

/** Compares two areas by name, for those with equal values. */
export function byAreaName(a: number, b: number): number {
  return NAMES[a]?.localeCompare(NAMES[b] ?? '', 'en') ?? 0;
}
const NAMES = AREAS.map((area) => STATES[area]);

/** A weekly series of every area: a row a week from the first week on, also where a week is missing. */
export type AreaTable = {
  /** Day number of the first row. */
  readonly first: number;
  readonly rows: number;
  /** Decimals of the whole numbers. */
  readonly places: number;
  /** By area and row: the value × 10^`places`; NaN where there is none. */
  readonly scaled: readonly Float64Array[];
  /** The same as published; `undefined` where there is none. */
  readonly texts: readonly (readonly (string | undefined)[])[];
};

/** @param matrix with a column an area, `initial_claims.CA`, and days whole weeks apart. @param code of the series: 'initial_claims'. */
export function areaTable(matrix: Matrix, code: string): AreaTable {
  const first = matrix.days[0] ?? 0;
  const rows = matrix.days.length === 0 ? 0 : ((matrix.days.at(-1) as number) - first) / 7 + 1;
  const columns = new Map(matrix.columns.map((column) => [column.name, column]));
  const at = Int32Array.from(matrix.days, (day) => (day - first) / 7);
  const own = AREAS.map((area) => columns.get(`${code}.${area}`));
  // Other series of the matrix may have more decimals.
  const places = Math.max(0, ...own.flatMap((column) => column?.texts.map(decimalsOf) ?? []));
  const unit = 10 ** (matrix.places - places);
  return {
    first,
    rows,
    places,
    scaled: own.map((column) => {
      const values = new Float64Array(rows).fill(Number.NaN);
      for (const [i, value] of column?.scaled.entries() ?? []) values[at[i] as number] = value / unit;
      return values;
    }),
    texts: own.map((column) => {
      const texts = new Array<string | undefined>(rows).fill(undefined);
      for (const [i, text] of column?.texts.entries() ?? []) texts[at[i] as number] = text;
      return texts;
    }),
  };
}

function decimalsOf(text: string | undefined): number {
  const point = text?.indexOf('.') ?? -1;
  return text === undefined || point < 0 ? 0 : text.length - point - 1;
}

/** @returns the day number of a row. */
export function dayOfRow({ first }: Pick<AreaTable, 'first'>, row: number): number {
  return first + 7 * row;
}

/** @returns the row of a day, which may lie outside the table; not whole where the day is no day of it. */
export function rowOfDay({ first }: Pick<AreaTable, 'first'>, day: number): number {
  return (day - first) / 7;
}

/** @returns the value × 10^`places` of an area on a day; NaN where there is none. */
export function scaledOn(table: AreaTable, area: number, day: number): number {
  return table.scaled[area]?.[rowOfDay(table, day)] ?? Number.NaN;
}

/** The sum over the areas in a week, and how many of the 53 have a value. It is the nation's only where all have one. */
export type AreaSum = { sum: number; count: number };

/** @returns the sum of a week's values × 10^`places`. */
export function sumOfRow({ scaled }: AreaTable, row: number): AreaSum {
  let sum = 0;
  let count = 0;
  for (const own of scaled) {
    const value = own[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return { sum, count };
}

/** @returns the row with the largest sum of all areas, of those where every area has a value; the first of equals. */
export function largestWeek(table: AreaTable): { row: number; text: string } | undefined {
  let found: { row: number; sum: number } | undefined;
  for (let row = 0; row < table.rows; row++) {
    const { sum, count } = sumOfRow(table, row);
    if (count === AREAS.length && (found === undefined || sum > found.sum)) found = { row, sum };
  }
  return found && { row: found.row, text: scaledText(table, found.sum) };
}

/** @returns of each area the row of its largest value, the first of equals; −1 where it has no value. */
export function recordRows({ scaled }: AreaTable): number[] {
  return scaled.map((own) => {
    let best = -1;
    for (let row = 0; row < own.length; row++)
      if (!Number.isNaN(own[row]) && (best < 0 || (own[row] as number) > (own[best] as number))) best = row;
    return best;
  });
}

/** How much one area's claims changed, × 10^`places`; `area` is its place in `AREAS`. */
type AreaChange = { area: number; change: number };

/** The changes of a week by area. */
export type AreaChanges = {
  /** Largest first, whatever its sign; of equal ones by name. Areas that lack one of the two weeks are left out. */
  changes: readonly AreaChange[];
  /** Their sum. It is the nation's change only where all 53 areas are there. */
  sum: number;
  isWhole: boolean;
};

/** @returns who changed by how much, from the row `back` before. The parts add up exactly to the sum. */
export function movedAreas({ scaled }: AreaTable, row: number, back: number): AreaChanges {
  const changes = AREAS.flatMap((_, area): AreaChange[] => {
    const change = (scaled[area]?.[row] ?? Number.NaN) - (scaled[area]?.[row - back] ?? Number.NaN);
    return Number.isNaN(change) ? [] : [{ area, change }];
  });
  return {
    changes: changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || byAreaName(a.area, b.area)),
    sum: changes.reduce((sum, { change }) => sum + change, 0),
    isWhole: changes.length === AREAS.length,
  };
}
