import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Aggregation } from '../../service/datasets/types.ts';
import { periodText } from '../../service/series-math/align.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { derive, type Recipe } from '../../service/series-math/derive.ts';
import { printDecimal, sumOf } from '../../service/series-math/exact-decimal.ts';
import { type ExplainedValue, explainNumber } from '../../service/series-math/explain-number.ts';
import { exactText } from '../../service/series-math/fraction.ts';
import { frequencyName, periodName } from '../../service/series-math/frequency.ts';
import { LONGEST_HOLE, periodDate, periodOf, sequenceOf } from '../../service/series-math/periods.ts';
import { daysBack, placesBefore } from '../../service/series-math/transform.ts';
import type { Cadence, TimeSeries } from '../../service/series-math/types.ts';
import { lagOf, unitsWords, valueUnit } from '../../service/series-math/units.ts';
import { numberNode } from './explanation-text.ts';
import type { NumberNode } from './types.ts';

export type SeriesSource = {
  series: TimeSeries;
  cadence: Cadence;
  unit: string;
  /** Explains the source's value on a day, or why there is none. */
  leaf: (day: number, label: string) => NumberNode;
};

/** Explains the number that a recipe computes from a source. @param day date of the number or its period */
export function explainSeries(source: SeriesSource, recipe: Recipe, day: number, label: string): NumberNode {
  const { average = 1, ...plain } = recipe;
  return average > 1
    ? averageNode(source, { ...plain, average }, day, label)
    : unitsNode(source, plain, day, label);
}

/** First word of '… of 4 weekly values'. */
const AGGREGATED: Readonly<Record<Aggregation, string>> = { avg: 'Average', sum: 'Sum', eop: 'Last' };

const MOST_WRITTEN = 6;

function averageNode(
  source: SeriesSource,
  recipe: Recipe & { average: number },
  day: number,
  label: string,
): NumberNode {
  const { average, ...plain } = recipe;
  const { series, cadence } = derive(source.series, source.cadence, recipe);
  const value = series.values[series.days.indexOf(day)];
  const single = derive(source.series, source.cadence, plain).series;
  // Without the average, the day has no value either, so explain that.
  if (!single.days.includes(day)) return unitsNode(source, plain, day, label);
  const sequence = sequenceOf(single.days, cadence);
  const places = new Map(Array.from(sequence, (number, place) => [number, place]));
  const last = sequence[single.days.indexOf(day)] as number;
  const numbers = Array.from({ length: average }, (_, i) => last - average + 1 + i);
  const held = numbers.flatMap((number) => places.get(number) ?? []);
  const lacking = numbers.filter((number) => !places.has(number));
  const textAt = (place: number) => {
    const text = single.values[place] as string;
    const exact = single.exact?.[place];
    return exact ? exactText(exact, text) : text;
  };
  const isDaily = cadence.frequency === 'd';
  // In daily series no single day counts as missing.
  const days = isDaily
    ? held.map((place) => single.days[place] as number)
    : numbers.map((number) => single.days[places.get(number) ?? -1] ?? periodDate(number, cadence));
  return {
    ...nodeWithoutValue(day, cadence, label),
    value,
    unit: valueUnit(plain.units, source.unit),
    words:
      lacking.length === 0
        ? `Average of this ${isDaily ? 'observation' : periodName(cadence.frequency)} and the ${average - 1} before it`
        : `No average: ${lackText(lacking, average, cadence)}`,
    formula: `(x(t) + … + x(t−${average - 1})) ÷ ${average}`,
    numbers:
      value === undefined || average > MOST_WRITTEN
        ? ''
        : `(${held.map((place) => enclosed(textAt(place))).join(' + ')}) ÷ ${average} = ${groupDigits(value)}`,
    parts: () => days.map((one) => unitsNode(source, plain, one, '')),
  };
}

/** @param lacking numbers of the missing observations (`sequenceOf`) */
function lackText(lacking: readonly number[], average: number, cadence: Cadence): string {
  if (cadence.frequency === 'd')
    return `only ${average - lacking.length} of its ${average} observations exist without a gap of more than ${LONGEST_HOLE} days`;
  const gap = periodText(periodDate(lacking[0] as number, cadence), cadence);
  return `${lacking.length} of its ${average} ${periodName(cadence.frequency)}s ${lacking.length === 1 ? 'has' : 'have'} no value, ${gap} first`;
}

function unitsNode(
  source: SeriesSource,
  recipe: Omit<Recipe, 'average'>,
  day: number,
  label: string,
): NumberNode {
  const explained = explainNumber(source.series, source.cadence, recipe, day);
  if (!explained) return missingNode(source, recipe, day, label);
  const cadence = recipe.to?.cadence ?? source.cadence;
  const [now] = explained.values;
  if (recipe.units === 'lin' && now) return levelNode(source, recipe, now, label);
  const { label: name, formula } = unitsWords(recipe.units);
  const roles = { lag: `${explained.lag} before`, base: 'The day of 100', value: 'The value' };
  return {
    ...nodeWithoutValue(day, cadence, label),
    value: explained.value,
    unit: valueUnit(recipe.units, source.unit),
    words: explained.lag === '' ? name : `${name}; compared with ${explained.lag} earlier`,
    formula,
    numbers: explained.formula,
    parts: () => explained.values.map((value) => levelNode(source, recipe, value, roles[value.role])),
  };
}

/** Explains a level: an observation, or the aggregate of a period's observations. */
function levelNode(
  source: SeriesSource,
  { to }: Omit<Recipe, 'average'>,
  { date, value, exact, members }: ExplainedValue,
  label: string,
): NumberNode {
  const day = dayNumber(date) as number;
  if (!to) return source.leaf(day, label);
  const from = frequencyName(source.cadence.frequency).toLowerCase();
  const count = `${members.length} ${from} ${members.length === 1 ? 'value' : 'values'}`;
  return {
    ...nodeWithoutValue(day, to.cadence, label),
    value,
    unit: source.unit,
    words: `${AGGREGATED[to.method]} of ${count}`,
    numbers: calculation(
      members.map((member) => member.value),
      to.method,
      exact === value ? groupDigits(value) : `${groupDigits(exact)}, shown as ${groupDigits(value)}`,
    ),
    parts: () => members.map((member) => source.leaf(dayNumber(member.date) as number, '')),
  };
}

/** @returns '(200 + 201 + 203) ÷ 3 = 201.333333333…, shown as 201'; many values become their sum. */
function calculation(values: readonly string[], method: Aggregation, result: string): string {
  if (method === 'eop') return '';
  const isShort = values.length <= MOST_WRITTEN;
  const terms = values.map(enclosed).join(' + ');
  if (method === 'sum') return isShort ? `${terms} = ${result}` : '';
  const { scaled, places } = sumOf(values);
  return `${isShort ? `(${terms})` : enclosed(printDecimal(scaled, places))} ÷ ${values.length} = ${result}`;
}

/** Explains a missing number: no observation, nothing to compare with, or an impossible calculation. */
function missingNode(
  source: SeriesSource,
  recipe: Omit<Recipe, 'average'>,
  day: number,
  label: string,
): NumberNode {
  const cadence = recipe.to?.cadence ?? source.cadence;
  const { series: levels, dropped } = derive(source.series, source.cadence, { ...recipe, units: 'lin' });
  const period = periodOf(day, cadence);
  const none = { ...nodeWithoutValue(day, cadence, label), unit: valueUnit(recipe.units, source.unit) };
  if (!levels.days.includes(day)) {
    if (!recipe.to) return source.leaf(day, label);
    const partial = dropped.find(({ date }) => periodOf(date, cadence) === period);
    const dated = levels.days.find((one) => periodOf(one, cadence) === period);
    if (dated !== undefined) return { ...none, words: `No value: its period is dated ${dateText(dated)}` };
    if (!partial) return none;
    const lack =
      partial.hole === undefined
        ? `${partial.count} of the ${partial.needed} observations that it needs`
        : `no observation on ${partial.hole} days in a row`;
    return { ...none, words: `No value: the period has ${lack}` };
  }
  const { base } = derive(source.series, source.cadence, recipe);
  const lag = lagOf(recipe.units, cadence.frequency);
  const because = (why: string, comparedDay: number, name: string) => ({
    ...none,
    words: `No value: ${why}`,
    formula: unitsWords(recipe.units).formula,
    parts: () => (recipe.to ? [] : [source.leaf(comparedDay, name)]),
  });
  if (placesBefore(levels.days, recipe.units, cadence)[levels.days.indexOf(day)] === -1) {
    const isDaily = cadence.frequency === 'd';
    const comparedDay = isDaily ? day - daysBack(lag) : periodDate(period - lag, cadence);
    const comparedWith = isDaily
      ? `on ${dateText(comparedDay)} or in the ${LONGEST_HOLE} days before`
      : `of ${periodText(comparedDay, cadence)}`;
    return because(`there is no observation ${comparedWith} to compare with`, comparedDay, 'Compared with');
  }
  const where = recipe.indexDay === undefined ? 'in the range' : `on ${dateText(recipe.indexDay)}`;
  const why =
    recipe.units === 'nbd' && !base
      ? `there is no value ${where} to set to 100`
      : 'it cannot be computed from these numbers (a division by zero, or a logarithm of zero or less)';
  return because(why, day, 'The value');
}

/** @returns a node without a value; also the base that other nodes extend. */
export function nodeWithoutValue(day: number, cadence: Cadence, label: string): NumberNode {
  const [date, period] = [dateText(day), periodText(day, cadence)];
  return numberNode({ label, date, period, value: undefined, unit: '', words: 'No observation' });
}

/** @returns a value with its digits grouped, in parentheses if it is negative. */
export function enclosed(value: string): string {
  return value.startsWith('-') ? `(${groupDigits(value)})` : groupDigits(value);
}
