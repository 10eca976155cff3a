import { dateText } from '../../service/calendar/dates.ts';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { STATE_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import {
  AREAS,
  type AreaChanges,
  type AreaTable,
  byAreaName,
  dayOfRow,
  sumOfRow,
} from '../../service/series-math/areas/area-table.ts';
import {
  type AreaMeasure,
  isRate,
  type MeasureId,
  type RateId,
  rankOfWeek,
} from '../../service/series-math/areas/measures.ts';
import { countOf, groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import type { SentencePart } from '../explain/types.ts';
import { NO_VALUE } from '../frame/index.ts';
import { RATE_CODES } from './area-requests.ts';
import { type MapState, NATION } from './map-state.ts';

/** Texts of a measure; `high` and `low` introduce its highest and lowest area in the sentence. */
type MeasureWords = { label: string; title: string; unit: string; high: string; low: string };

const change = (label: string, unit: string): MeasureWords => ({
  label,
  title: unit === '%' ? label : `${label}, ${unit}`,
  unit,
  high: 'largest rise',
  low: 'largest fall',
});

/** In the order of the menu. */
export const MEASURE_WORDS: Readonly<Record<MeasureId, MeasureWords>> = {
  thousand: {
    label: 'Per thousand',
    title: 'Claims per thousand covered',
    unit: 'per thousand covered',
    high: 'most per thousand',
    low: 'fewest',
  },
  persons: { label: 'Claims', title: 'Claims', unit: 'claims', high: 'most', low: 'fewest' },
  week: change('Change on week', 'claims'),
  weekpct: change('Change on week, %', '%'),
  year: change('Change on year', 'claims'),
  yearpct: change('Change on year, %', '%'),
  weekrate: {
    label: 'Insured rate of the week',
    title: 'Insured unemployment rate of the week, %',
    unit: '%',
    high: 'highest insured rate of the week',
    low: 'lowest',
  },
  rate: {
    label: 'Insured rate, 13 weeks',
    title: 'Insured rate, 13-week average, %',
    unit: '%',
    high: 'highest 13-week insured rate',
    low: 'lowest',
  },
  unusual: {
    label: 'Unusual for the season',
    title: 'Rank among this and earlier years',
    unit: 'rank',
    high: '',
    low: '',
  },
};

export const RATE_WORDS = {
  weekrate: {
    name: 'Insured unemployment rate of the week',
    made: 'Continued claims of the week in percent of covered employment',
  },
  rate: {
    name: 'Insured unemployment rate, 13-week average',
    made: 'As published: the average of 13 weeks, the trigger of Extended Benefits',
  },
} as const satisfies Record<RateId, object>;

export const SERIES_WORDS = {
  initial: { code: STATE_CLAIMS.initial, label: 'Initial', claims: 'initial claims' },
  continued: { code: STATE_CLAIMS.continued, label: 'Continued', claims: 'continued claims' },
} as const;

/** @returns the series of a measure: a rate, or the claims behind it. */
export const codeOf = (series: MapState['series'], measure: MeasureId) =>
  isRate(measure) ? RATE_CODES[measure] : SERIES_WORDS[series].code;

export const areaName = (area: number): string => STATES[AREAS[area] as StateCode] ?? '';

/** @returns a measure's value as a tile shows it: '90.32', '+256,312', '+66.4', '1 of 7'; '–' if missing. */
export function cellText(measured: AreaMeasure, claims: AreaTable, area: number, row: number): string {
  const text = measured.text(area, row);
  if (text === undefined) return NO_VALUE;
  if (measured.kind === 'rank') return `${text} of ${rankOfWeek(claims, area, row)?.count ?? 0}`;
  return measured.kind === 'change' ? signedText(text) : groupDigits(text);
}

/** @returns a level's change on the week, in its own digits; `undefined` if one of the weeks is missing. */
export function changeOnWeek(measured: AreaMeasure, area: number, row: number): string | undefined {
  const [now, before] = [measured.text(area, row), row > 0 ? measured.text(area, row - 1) : undefined];
  if (now === undefined || before === undefined) return undefined;
  return difference(parseDecimal(now), parseDecimal(before));
}

/** @returns the value with its unit: '90.32 per thousand covered'. */
export function spokenText(measured: AreaMeasure, claims: AreaTable, area: number, row: number): string {
  const text = cellText(measured, claims, area, row);
  if (text === NO_VALUE) return 'no value';
  if (measured.kind === 'rank') return `rank ${text} among this and earlier years`;
  return `${text} ${MEASURE_WORDS[measured.id].unit}`;
}

/** @returns the areas with a value, as indexes of `AREAS`, by their unrounded values; equal ones by name. */
export function orderAreas({ size }: AreaMeasure, row: number, sort: MapState['sort']): number[] {
  const sizes = AREAS.map((_, area) => size(area, row));
  const held = [...AREAS.keys()].filter((area) => !Number.isNaN(sizes[area]));
  if (sort === 'name') return held.sort(byAreaName);
  const way = sort === 'high' ? 1 : -1;
  return held.sort((a, b) => way * ((sizes[b] as number) - (sizes[a] as number)) || byAreaName(a, b));
}

/** @returns 'Week ending 2020-04-04: 6,161,268 initial claims in 53 areas; most per thousand Michigan …' */
export const summaryParts = (...args: Parameters<typeof weekParts>): SentencePart[] =>
  plainly(() => weekParts(...args));

function weekParts(
  claims: AreaTable,
  measured: AreaMeasure | undefined,
  row: number,
  series: MapState['series'],
): SentencePart[] {
  const { sum, count } = sumOfRow(claims, row);
  const week = `Week ending ${dateText(dayOfRow(claims, row))}`;
  const { claims: words } = SERIES_WORDS[series];
  if (count === 0) return [`${week}: there are no ${words}.`];
  const total: SentencePart[] =
    count === AREAS.length
      ? [
          `${week}: `,
          { text: groupDigits(scaledText(claims, sum)), explain: `${NATION}.persons` },
          ` ${words} in ${count} areas`,
        ]
      : [`${week}: ${count} of ${AREAS.length} areas so far: no national total`];
  const ends = measured ? endsParts(measured, claims, row) : [];
  return [...total, ...(ends.length === 0 ? [] : ['; ', ...ends]), '.'];
}

function endsParts(measured: AreaMeasure, claims: AreaTable, row: number): SentencePart[] {
  if (measured.kind === 'rank') return unusualParts(measured, claims, row);
  const order = orderAreas(measured, row, 'high');
  const [first, last] = [order[0], order.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { high, low } = MEASURE_WORDS[measured.id];
  const isPercent = MEASURE_WORDS[measured.id].unit === '%';
  const end = (words: string, area: number): SentencePart[] => [
    `${words} ${areaName(area)} `,
    { text: cellText(measured, claims, area, row), explain: AREAS[area] as string },
    isPercent ? ' %' : '',
  ];
  if (measured.kind !== 'change') return [...end(high, first), ', ', ...end(low, last)];
  const rises = order.filter((area) => at(measured, area, row) > 0).length;
  return [
    ...(rises > 0 ? [`${countOf(rises, 'area')} rose, `, ...end('most', first)] : ['no area rose']),
    ', ',
    ...(at(measured, last, row) < 0 ? end(low, last) : ['none fell']),
  ];
}

function unusualParts(measured: AreaMeasure, claims: AreaTable, row: number): SentencePart[] {
  const ranked = orderAreas(measured, row, 'high');
  if (ranked.length === 0) return ['there is no earlier year to compare this week with'];
  const highest = ranked.filter((area) => at(measured, area, row) === 1);
  const [first] = highest;
  if (first === undefined) return ['no area is at its highest for this week against earlier years'];
  const years = highest.map((area) => (rankOfWeek(claims, area, row)?.count ?? 1) - 1);
  const most = Math.max(...years);
  const upTo = years.every((count) => count === most) ? '' : 'up to ';
  const names = highest.slice(0, 3).map(areaName);
  const rest = highest.length - names.length;
  return [
    'highest for this week against ',
    { text: `${upTo}${countOf(most, 'earlier year')}`, explain: AREAS[first] as string },
    `: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ];
}

const at = ({ numbers }: AreaMeasure, area: number, row: number) =>
  numbers[row * AREAS.length + area] as number;

/** @returns up to nine areas that moved the nation most, and the other areas, which are shown as one. */
export function namedAreas({ changes }: AreaChanges) {
  const named = changes.slice(0, 9).filter(({ change }) => change !== 0);
  return { named, others: changes.slice(named.length) };
}

/** @returns 'New York fell by 15,113, more than the nation (−12,014).' */
export function movedText({ changes, sum, isWhole }: AreaChanges, table: AreaTable, since: string): string {
  const [first] = changes;
  if (first === undefined)
    return `No area has both weeks, so nothing can be compared with the ${since} before.`;
  const size = (change: number) => groupDigits(scaledText(table, Math.abs(change)));
  const verb = (change: number) => (change < 0 ? 'fell' : 'rose');
  const signed = (change: number) => signedText(scaledText(table, change));
  if (first.change === 0) return `Nothing changed on the ${since} before.`;
  const one = `${areaName(first.area)} ${verb(first.change)} by ${size(first.change)}`;
  if (!isWhole) return `${one}, the most of the ${changes.length} areas so far.`;
  if (sum === 0) return `${one}, the most; the nation did not change.`;
  if (Math.sign(sum) !== Math.sign(first.change))
    return `${one}, the most, while the nation ${verb(sum)} by ${size(sum)}.`;
  return Math.abs(first.change) > Math.abs(sum)
    ? `${one}, more than the nation (${signed(sum)}).`
    : `${one}, the most of the nation’s ${signed(sum)}.`;
}
