import { STATES, type StateCode } from '../../datasets/states.ts';
import { type Matrix, scaledText } from '../matrix.ts';

/** The 53 areas in the order of their codes. Functions take an area as an index into this list. */
export const AREAS = Object.keys(STATES) as readonly StateCode[];

/** Compares two areas by name, to order areas with equal values. */
export function byAreaName(a: number, b: number): number {
  return NAMES[a]?.localeCompare(NAMES[b] ?? '', 'en') ?? 0;
}
const NAMES = AREAS.map((area) => STATES[area]);

/** A weekly series of every area, with a row for each week from the first, even if the week is missing. */
export type AreaTable = {
  /** Day number of the first row. */
  readonly first: number;
  readonly rows: number;
  /** Decimals of the values in `scaled`. */
  readonly places: number;
  /** By area and row: the value × 10^`places`; NaN if there is none. */
  readonly scaled: readonly Float64Array[];
  /** The values as published; `undefined` if there is none. */
  readonly texts: readonly (readonly (string | undefined)[])[];
};

/** @param matrix weekly, with a column per area: `initial_claims.CA`. @param code 'initial_claims' */
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

export function dayOfRow({ first }: Pick<AreaTable, 'first'>, row: number): number {
  return first + 7 * row;
}

/** @returns the row of a day, perhaps outside the table; a fraction if the table has no such weekday. */
export function rowOfDay({ first }: Pick<AreaTable, 'first'>, day: number): number {
  return (day - first) / 7;
}

/** @returns an area's value × 10^`places` on a day; NaN if there is none. */
export function scaledOn(table: AreaTable, area: number, day: number): number {
  return table.scaled[area]?.[rowOfDay(table, day)] ?? Number.NaN;
}

/** The sum over the areas in a week, and how many areas have a value. Only all 53 make the nation's sum. */
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

/** @returns the first row with the largest sum, among the rows in which every area has a value. */
export function largestWeek(table: AreaTable): { row: number; text: string } | undefined {
  let found: { row: number; sum: number } | undefined;
  for (let row = 0; row < table.rows; row++) {
    const { sum, count } = sumOfRow(table, row);
    if (count === AREAS.length && (found === undefined || sum > found.sum)) found = { row, sum };
  }
  return found && { row: found.row, text: scaledText(table, found.sum) };
}

/** @returns for each area the first row with its largest value; −1 if the area has no value. */
export function recordRows({ scaled }: AreaTable): number[] {
  return scaled.map((own) => {
    let best = -1;
    for (let row = 0; row < own.length; row++)
      if (!Number.isNaN(own[row]) && (best < 0 || (own[row] as number) > (own[best] as number))) best = row;
    return best;
  });
}

/** The change of one area's claims, × 10^`places`; `area` is an index into `AREAS`. */
type AreaChange = { area: number; change: number };

export type AreaChanges = {
  /** Largest first, regardless of sign; equal ones by name. Areas that lack either week are left out. */
  changes: readonly AreaChange[];
  /** The sum of the changes. It is the nation's change only if all 53 areas have one (`isWhole`). */
  sum: number;
  isWhole: boolean;
};

/** @returns each area's change since the row `back` weeks earlier. The changes add up exactly to the sum. */
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
