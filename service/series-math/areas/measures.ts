import { civilNumber, daysFromCivil, lastDayOfMonth } from '../../calendar/dates.ts';
import { printDecimal, roundedRatio } from '../exact-decimal.ts';
import { AREAS, type AreaTable, dayOfRow, rowOfDay, scaledOn } from './area-table.ts';

/** The measures that the map can show for a week. */
export const MEASURES = [
  'thousand',
  'persons',
  'week',
  'weekpct',
  'year',
  'yearpct',
  'weekrate',
  'rate',
  'unusual',
] as const;
export type MeasureId = (typeof MEASURES)[number];

/** Measures that are published series of their own. */
export type RateId = 'weekrate' | 'rate';

export const isRate = (id: MeasureId): id is RateId => id === 'weekrate' || id === 'rate';

/** How many weeks back a change compares. A year has 52, as in every change from a year ago. */
const BACK: Partial<Record<MeasureId, number>> = { week: 1, weekpct: 1, year: 52, yearpct: 52 };

/** The published series behind the measures. */
export type AreaData = {
  claims: AreaTable;
  /** Covered employment; absent if not loaded or not stored. */
  covered?: AreaTable | undefined;
  rates?: Partial<Record<RateId, AreaTable>> | undefined;
  /** Continued claims: with `covered` they give the unrounded weekly rate, which orders equal rates. */
  continued?: AreaTable | undefined;
  /** Days from the claims' date to their report's date: 0 for initial, 7 for continued claims. */
  reportAfter: number;
};

/** A measure of every area in every week of the claims. */
export type AreaMeasure = {
  id: MeasureId;
  /** The colours: one hue for 'level', two around 0 for 'change'; the most unusual 'rank' is the darkest. */
  kind: 'level' | 'change' | 'rank';
  /** Decimals of the texts. */
  places: number;
  first: number;
  rows: number;
  /** By `row × 53 + area`, rounded as shown, for colours only; NaN if there is none. */
  numbers: Float64Array;
  /** @returns the exact value text; `undefined` if there is none. */
  text: (area: number, row: number) => string | undefined;
  /** @returns the unrounded value, for the order of areas; NaN if there is none. */
  size: (area: number, row: number) => number;
};

/** @returns how many weeks back a measure compares; `undefined` if it is not a change. */
export function weeksBack(id: MeasureId): number | undefined {
  return BACK[id];
}

/** @returns a measure of all weeks; `undefined` if its series is absent. */
export function measureAreas(id: MeasureId, data: AreaData): AreaMeasure | undefined {
  const { claims } = data;
  const back = BACK[id];
  if (id === 'thousand')
    return data.covered && measured(id, 'level', 2, claims, perThousand(data, data.covered));
  if (isRate(id)) return asHeld(id, data);
  if (id === 'unusual') return unusual(claims);
  if (back === undefined) return measured(id, 'level', claims.places, claims, plain(claims));
  return id.endsWith('pct')
    ? measured(id, 'change', 1, claims, percentChange(claims, back))
    : measured(id, 'change', claims.places, claims, change(claims, back));
}

/** Returns an area's value in a row × 10^`places`; `divide` makes any quotient. `undefined` if none. */
type Scaled = (area: number, row: number, divide: Divide) => number | undefined;
type Divide = (numerator: number, denominator: number) => number;

/** Claims and jobs are so small that doubles distinguish all different quotients. */
const unrounded: Divide = (numerator, denominator) => numerator / denominator;

function measured(
  id: MeasureId,
  kind: AreaMeasure['kind'],
  places: number,
  { first, rows }: AreaTable,
  scaled: Scaled,
): AreaMeasure {
  const numbers = new Float64Array(rows * AREAS.length);
  const unit = 10 ** places;
  for (let row = 0, at = 0; row < rows; row++)
    for (let area = 0; area < AREAS.length; area++, at++) {
      const value = scaled(area, row, rounded);
      numbers[at] = value === undefined ? Number.NaN : value / unit;
    }
  const text = (area: number, row: number) => {
    const value = scaled(area, row, rounded);
    return value === undefined ? undefined : printDecimal(BigInt(value), places);
  };
  const size = (area: number, row: number) => scaled(area, row, unrounded) ?? Number.NaN;
  return { id, kind, places, first, rows, numbers, text, size };
}

function plain({ scaled }: AreaTable): Scaled {
  return (area, row) => known(scaled[area]?.[row]);
}

/** Claims ÷ covered employment of the same report × 1000, with two decimals. */
function perThousand({ claims, reportAfter }: AreaData, covered: AreaTable): Scaled {
  return (area, row, divide) => {
    const claimed = known(claims.scaled[area]?.[row]);
    const jobs = known(scaledOn(covered, area, dayOfRow(claims, row) + reportAfter));
    return claimed === undefined || !jobs ? undefined : divide(claimed * 100_000, jobs);
  };
}

function change({ scaled }: AreaTable, back: number): Scaled {
  return (area, row) => {
    const [now, before] = [known(scaled[area]?.[row]), known(scaled[area]?.[row - back])];
    return now === undefined || before === undefined ? undefined : now - before;
  };
}

function percentChange({ scaled }: AreaTable, back: number): Scaled {
  return (area, row, divide) => {
    const [now, before] = [known(scaled[area]?.[row]), known(scaled[area]?.[row - back])];
    return now === undefined || !before ? undefined : divide((now - before) * 1000, before);
  };
}

/** Rounds half away from zero. The numerator is whole and below 2^53; near a half, BigInt decides exactly. */
function rounded(numerator: number, denominator: number): number {
  const quotient = numerator / denominator;
  const fraction = Math.abs(quotient) % 1;
  if (Math.abs(fraction - 0.5) > 1e-6) return Math.round(quotient);
  return Number(roundedRatio(BigInt(numerator), BigInt(denominator)));
}

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? undefined : value);

/** Takes insured unemployment rates as stored: the publisher cuts the 13-week average, and once erred. */
function asHeld(id: RateId, { claims, covered, continued, rates }: AreaData): AreaMeasure | undefined {
  const rate = rates?.[id];
  if (!rate) return undefined;
  const at = (row: number) => rowOfDay(rate, dayOfRow(claims, row));
  const scaled: Scaled = (area, row, divide) => {
    const held = known(rate.scaled[area]?.[at(row)]);
    if (id === 'rate' || !continued || !covered) return held;
    const day = dayOfRow(claims, row);
    const people = known(scaledOn(continued, area, day));
    // The report of the week after gives the continued claims.
    const jobs = known(scaledOn(covered, area, day + 7));
    if (people === undefined || !jobs) return held;
    const parts = people * 100 * 10 ** rate.places;
    return rounded(parts, jobs) === held ? divide(parts, jobs) : held;
  };
  return {
    ...measured(id, 'level', rate.places, claims, scaled),
    text: (area, row) => rate.texts[area]?.[at(row)],
  };
}

/** The rank among this and earlier years: 1 is the highest. `numbers`: the share of earlier years below. */
function unusual(claims: AreaTable): AreaMeasure {
  const numbers = new Float64Array(claims.rows * AREAS.length);
  for (let row = 0, at = 0; row < claims.rows; row++) {
    const season = seasonRows(claims, row);
    for (let area = 0; area < AREAS.length; area++, at++) {
      const { rank, count } = rankOfWeek(claims, area, row, season) ?? { rank: Number.NaN, count: 0 };
      numbers[at] = count < 2 ? Number.NaN : (count - rank) / (count - 1);
    }
  }
  return {
    id: 'unusual',
    kind: 'rank',
    places: 0,
    first: claims.first,
    rows: claims.rows,
    numbers,
    text: (area, row) => {
      const found = rankOfWeek(claims, area, row);
      return found && found.count > 1 ? String(found.rank) : undefined;
    },
    size: (area, row) => numbers[row * AREAS.length + area] as number,
  };
}

/** The rank of a week's value among itself and the values of the same season in earlier years. */
type WeekRank = {
  /** 1 if no other value is higher. */
  rank: number;
  /** The number of ranked values, including the week's own. */
  count: number;
  /** The row of the highest other value; `undefined` if there is none. */
  next: number | undefined;
};

/**
 * @returns for each earlier year, newest first, the row nearest to the same date (for 29 February, to the
 * 28th). Steps of 52 weeks would be 48 days off since 1987.
 */
export function seasonRows(table: Pick<AreaTable, 'first'>, row: number): number[] {
  const date = civilNumber(dayOfRow(table, row));
  const [month, day] = [Math.floor(date / 100) % 100, date % 100];
  const rows: number[] = [];
  for (let year = Math.floor(date / 10_000) - 1; ; year--) {
    const same = Math.min(daysFromCivil(year, month, day), lastDayOfMonth(year, month));
    const other = Math.floor(rowOfDay(table, same) + 0.5);
    if (other < 0) return rows;
    rows.push(other);
  }
}

/**
 * @returns the rank of an area's value among itself and the earlier values in `season`, as a reader of that
 * week's release could know it; `undefined` if the area has no value.
 */
export function rankOfWeek(
  table: AreaTable,
  area: number,
  row: number,
  season: readonly number[] = seasonRows(table, row),
): WeekRank | undefined {
  const own = table.scaled[area];
  const value = own?.[row] ?? Number.NaN;
  if (own === undefined || Number.isNaN(value)) return undefined;
  let rank = 1;
  let count = 1;
  let next: number | undefined;
  for (const other of season) {
    const otherValue = own[other] as number;
    if (Number.isNaN(otherValue)) continue;
    count++;
    if (otherValue > value) rank++;
    if (next === undefined || otherValue > (own[next] as number)) next = other;
  }
  return { rank, count, next };
}
