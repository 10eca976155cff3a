import { dateText } from '../calendar/dates.ts';
import { assertNever } from '../contract/failure.ts';
import { groupDigits } from './decimal-text.ts';
import { type Derived, derive, type Recipe } from './derive.ts';
import { exactText } from './fraction.ts';
import type { Units } from './fred-codes.ts';
import { periodName, perYear } from './frequency.ts';
import { periodOf } from './periods.ts';
import { daysBack, placesBefore } from './transform.ts';
import type { Cadence, TimeSeries } from './types.ts';
import { lagOf } from './units.ts';

/** A published observation behind a calculated number. */
type SourceObservation = { date: string; value: string };

/**
 * A value in the formula, and the published observations behind it. `exact` is what the formula uses: for a
 * mean the unrounded value ('3.633333333333…', `exactText`).
 */
export type ExplainedValue = {
  role: 'value' | 'lag' | 'base';
  date: string;
  value: string;
  exact: string;
  members: SourceObservation[];
};

export type ExplainedNumber = {
  date: string;
  value: string;
  /** The formula with its numbers: '(219,000 ÷ 212,000 − 1) × 100 = 3.30189'. */
  formula: string;
  /** The length of the lag: '52 weeks', '1 observation'; '' if there is none. */
  lag: string;
  /** The aggregation: 'avg of 4'; '' if the series keeps its frequency. */
  aggregation: string;
  values: ExplainedValue[];
};

/** Explains the number that `derive` calculates for `day`, without a moving average; `undefined` if none. */
export function explainNumber(
  series: TimeSeries,
  from: Cadence,
  recipe: Omit<Recipe, 'average'>,
  day: number,
): ExplainedNumber | undefined {
  const shown = derive(series, from, recipe);
  const at = shown.series.days.indexOf(day);
  const value = shown.series.values[at];
  if (value === undefined) return undefined;
  const levels = derive(series, from, { ...recipe, units: 'lin' });
  const { units } = recipe;
  const { days } = levels.series;
  const behind = (role: ExplainedValue['role'], place: number): ExplainedValue => {
    const dated = days[place] as number;
    const value = levels.series.values[place] as string;
    const exact = levels.series.exact?.[place];
    return {
      role,
      date: dateText(dated),
      value,
      exact: exact ? exactText(exact, value) : value,
      members: membersOf(series, periodOf(dated, shown.cadence), shown),
    };
  };
  const place = days.indexOf(day);
  const now = behind('value', place);
  const values = [now];
  const lag = lagText(units, shown.cadence);
  if (lag !== '') values.push(behind('lag', placesBefore(days, units, shown.cadence)[place] as number));
  if (shown.base) values.push(behind('base', days.indexOf(shown.base.day)));
  const formula =
    units === 'lin'
      ? enclosed(now.value)
      : withNumbers(units, now.exact, values[1]?.exact ?? '', perYear(shown.cadence.frequency));
  return {
    date: dateText(day),
    value,
    formula: `${formula} = ${groupDigits(value)}`,
    lag,
    aggregation: recipe.to ? `${recipe.to.method} of ${now.members.length}` : '',
    values,
  };
}

/** A daily series looks back one observation or 52 weeks, regardless of its holidays. */
function lagText(units: Units, { frequency }: Cadence): string {
  const lag = lagOf(units, frequency);
  if (lag === 0) return '';
  if (frequency === 'd') return lag === 1 ? '1 observation' : `${daysBack(lag) / 7} weeks`;
  return `${lag} ${periodName(frequency)}${lag === 1 ? '' : 's'}`;
}

function membersOf({ days, values }: TimeSeries, period: number, { cadence }: Derived): SourceObservation[] {
  const members: SourceObservation[] = [];
  for (const [i, day] of days.entries()) {
    if (periodOf(day, cadence) === period) members.push({ date: dateText(day), value: values[i] as string });
  }
  return members;
}

function withNumbers(units: Exclude<Units, 'lin'>, now: string, other: string, n: number): string {
  const x = enclosed(now);
  const y = enclosed(other);
  switch (units) {
    case 'chg':
    case 'ch1':
      return `${x} − ${y}`;
    case 'pch':
    case 'pc1':
      return `(${x} ÷ ${y} − 1) × 100`;
    case 'pca':
      return `((${x} ÷ ${y}) ^ ${n} − 1) × 100`;
    case 'cch':
      return `(ln ${x} − ln ${y}) × 100`;
    case 'cca':
      return `(ln ${x} − ln ${y}) × 100 × ${n}`;
    case 'log':
      return `ln ${x}`;
    case 'nbd':
      return `${x} ÷ ${y} × 100`;
    default:
      return assertNever(units);
  }
}

function enclosed(value: string): string {
  return value.startsWith('-') ? `(${groupDigits(value)})` : groupDigits(value);
}
