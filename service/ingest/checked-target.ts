import { civilNumber, dateText, dayNumber, WEEKDAYS, weekday } from '../calendar/dates.ts';
import { latestDay, today } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { DATASETS, type DatasetId, datasetOfList, findDataset, findSeries } from '../datasets/index.ts';
import type { SeriesChoice } from '../datasets/series-choice.ts';
import type { Frequency, SumRule } from '../datasets/types.ts';
import {
  difference,
  type ExactDecimal,
  parseDecimal,
  powerOfTen,
  printDecimal,
  sumOf,
} from '../series-math/exact-decimal.ts';
import {
  DOWNLOAD_AGAIN,
  type FileConstituent,
  type FileFormat,
  type PlaceUnit,
  type RowTarget,
  rowFailure,
} from '../sources/index.ts';
import type { PublishedRun } from '../store/index.ts';
import { createImplausible, createJumps, type JumpFinder } from './implausible.ts';

type TargetSeries = SeriesChoice & {
  key: SeriesChoice;
  /** Opened with the first observation, so that a column without values does not touch the dataset. */
  publish: PublishedRun | undefined;
  /** Number of the series in its publish. */
  id: number;
  rule: DayRule;
  firstDay: number;
  /** The last day that passed the rule: rows of one day often follow each other. */
  goodDay: number;
  dateColumn: string;
  valueColumn: string;
  sum: PartSum | undefined;
  isPlausible(value: string, day: number, line: number): boolean;
  jump: JumpFinder;
  /** Set only for files of FRED. */
  steps: StepFinder | undefined;
};

/**
 * @returns a target for one file that checks days, sums and sizes and passes rows to their dataset's publish.
 * @param format `stand-in` is FRED, which gives averages of longer periods under the same names.
 * @param publishOf opens a dataset's publish, or returns the open one.
 * @param factsOf returns the code and date of a list, for which the file may have its own.
 */
export function createCheckedTarget(
  file: string,
  now: Date,
  { role, place }: Pick<FileFormat, 'role' | 'place'>,
  publishOf: (dataset: DatasetId) => PublishedRun,
  factsOf: (
    code: string | undefined,
    asOf: number | undefined,
    rows: readonly FileConstituent[],
  ) => { code: string; asOf: number; note?: string },
) {
  const all: TargetSeries[] = [];
  const rules = new Map<DatasetId, DayRule>();
  const notes: string[] = [];
  const sums = new Map(
    DATASETS.flatMap((dataset) =>
      dataset.kind === 'observations' && dataset.sum ? [[dataset.id, createPartSum(dataset.sum)]] : [],
    ),
  );
  const jumps = createJumps();
  const implausible = createImplausible(place);
  let count = 0;

  function ruleOf(dataset: DatasetId): DayRule {
    const rule = rules.get(dataset) ?? dayRule(dataset, now);
    rules.set(dataset, rule);
    return rule;
  }

  function finish(): void {
    for (const sum of sums.values()) sum.check(file, place);
    for (const { steps, valueColumn } of all) notes.push(...(steps?.check(file, valueColumn) ?? []));
    notes.push(...jumps.notes());
  }

  const target: RowTarget = {
    series(dataset, code, area, columns) {
      const key = { dataset, code, area };
      return (
        all.push({
          ...key,
          key,
          publish: undefined,
          id: -1,
          rule: ruleOf(dataset),
          firstDay: firstDay(dataset, code, role),
          goodDay: Number.NaN,
          dateColumn: columns.date,
          valueColumn: columns.value,
          sum: sums.get(dataset),
          isPlausible: implausible.series(key),
          jump: jumps.series(dataset, code, area),
          steps: role === 'stand-in' ? createStepFinder(dataset) : undefined,
        }) - 1
      );
    },
    observation(at, day, value, line, rounding) {
      const series = all[at];
      if (!series) throw new Error(`Series ${at} was not opened`);
      if (day !== series.goodDay) {
        const wrong = series.rule(day);
        if (wrong !== undefined) throw rowFailure(file, line, series.dateColumn, wrong, place);
        if (day < series.firstDay)
          throw rowFailure(file, line, series.valueColumn, tooEarly(series, day, role), place);
        series.goodDay = day;
      }
      series.sum?.add(series.code, day, value, line);
      if (series.isPlausible(value, day, line)) series.jump(day, value, line);
      series.steps?.add(day);
      if (!series.publish) {
        series.publish = publishOf(series.dataset);
        series.id = series.publish.series(series.key);
      }
      series.publish.observation(series.id, day, value, line, rounding);
      count++;
    },
    summed(at, line, lines) {
      const series = all[at];
      series?.publish?.summed(series.id, line, lines);
    },
    constituents(ownCode, ownDay, rows, line) {
      const { code, asOf, note } = factsOf(ownCode, ownDay, rows);
      const { id } = datasetOfList(code);
      const publish = publishOf(id);
      const wrong = ruleOf(id)(asOf);
      if (wrong !== undefined) throw rowFailure(file, line, undefined, wrong, place);
      if (note !== undefined) notes.push(note);
      implausible.list(code, asOf, rows, line);
      publish.constituents(code, asOf, rows, line);
      count += rows.length;
    },
    note: (text) => notes.push(text),
  };
  return {
    target,
    /** Number of observations and constituents so far. */
    rows: (): number => count,
    notes,
    /** Implausible values, and how large each series' values are. */
    findings: implausible.found,
    levels: jumps.levels,
    /** @throws Failure of a check that needs the whole file. */
    finish,
  };
}

/** Explains a value before its series begins: a file that lost empty cells has values in wrong columns. */
function tooEarly({ code, firstDay }: TargetSeries, day: number, role: FileFormat['role']): string {
  const right =
    role === 'any rows'
      ? 'a later date or another series is right.'
      : `it may stand in the wrong column. ${DOWNLOAD_AGAIN}`;
  return `${code} begins on ${dateText(firstDay)}, and this value has the date ${dateText(day)}; ${right}`;
}

/** @returns why a day cannot be a day of the dataset, as a sentence; `undefined` if it can. */
type DayRule = (day: number) => string | undefined;

/**
 * @returns the rule for a dataset's days. It checks only what the publisher never breaks: Saturdays of weekly
 * claims, Wednesdays of the H.4.1, the first of a month, no weekend in yields and the debt (holidays do have
 * values), and no day after today. A list may have the local date of anybody in the world.
 */
function dayRule(dataset: DatasetId, now: Date): DayRule {
  const { kind, observedOn } = findDataset(dataset);
  const latest = kind === 'list' ? latestDay(now) : today(now);
  return (day) => {
    if (day > latest)
      return `${dateText(day)} is in the future; today is ${dateText(today(now))}, and nothing later can be known.`;
    // A list can have any date.
    if (kind === 'list') return undefined;
    const found = WEEKDAYS[weekday(day)];
    if (observedOn === 'first of month') {
      const date = dateText(day);
      const sentence = `${date} is not the first of a month; the months of ${dataset} are dated by their first day, here ${date.slice(0, 8)}01.`;
      return date.endsWith('-01') ? undefined : sentence;
    }
    if (observedOn === 'Saturday' || observedOn === 'Wednesday')
      return found === observedOn
        ? undefined
        : `${dateText(day)} is a ${found}; the weeks of ${dataset} are dated by their ${observedOn}.`;
    return found === 'Saturday' || found === 'Sunday'
      ? `${dateText(day)} is a ${found}; ${dataset} has values on Monday to Friday only.`
      : undefined;
  };
}

/** @returns a series' first day in a file; FRED's and users' files may begin before the publisher's. */
function firstDay(id: DatasetId, code: string, role: FileFormat['role']): number {
  const dataset = findDataset(id);
  const { historyFrom, publisherIds = [] } = findSeries(id, code) ?? {};
  const own = historyFrom ?? (dataset.kind === 'list' ? undefined : dataset.historyFrom);
  const earlier = publisherIds.flatMap(({ system, from }) =>
    role === undefined && system === 'FRED' ? [] : (from ?? []),
  );
  const [first = ''] = [...earlier, own ?? ''].sort();
  return dayNumber(first) ?? Number.NEGATIVE_INFINITY;
}

/** How to recognise a lower frequency by the steps between dates, and how many dates it takes to be sure. */
type StepRule = {
  fewest: number;
  isLower(steps: readonly number[]): boolean;
  step(from: number, to: number): number;
};

const inDays = (from: number, to: number) => Math.abs(to - from);
const RULES: Record<Frequency, StepRule> = {
  // At least weeks: every step must be longer than the four days around a holiday.
  Daily: { fewest: 5, step: inDays, isLower: (steps) => steps.every((days) => days >= 5) },
  Weekly: { fewest: 3, step: inDays, isLower: (steps) => steps.every((days) => days >= 28) },
  // Quarters, half years or years: always the same step, unlike a monthly series that lacks some months.
  Monthly: {
    fewest: 3,
    step: (from, to) => Math.abs(monthOf(to) - monthOf(from)),
    isLower: ([first = 0, ...others]) => [3, 6, 12].includes(first) && others.every((step) => step === first),
  },
};

function monthOf(day: number): number {
  const civil = civilNumber(day);
  return Math.floor(civil / 10_000) * 12 + (Math.floor(civil / 100) % 100);
}

type StepFinder = ReturnType<typeof createStepFinder>;

/**
 * Detects a lower frequency. FRED gives any series at one (`fq=Monthly`) under the same header, as averages
 * dated by their period's first day. Its files have a row for every period, so the steps show the frequency.
 */
function createStepFinder(dataset: string) {
  const frequency = findDataset(dataset)?.frequency ?? 'Daily';
  const { fewest, step, isLower } = RULES[frequency];
  /** The different steps between dates. */
  const steps = new Set<number>();
  const firstTwo: number[] = [];
  let dates = 0;
  let last = Number.NaN;
  return {
    add(day: number): void {
      if (dates++ > 0) steps.add(step(last, day));
      if (dates <= 2) firstTwo.push(day);
      last = day;
    },
    /** @returns a note if the dates are too few to be sure. @throws Failure if the frequency is lower. */
    check(file: string, column: string): string[] {
      if (steps.size === 0 || !isLower([...steps])) return [];
      const days = `${dates} dates (${firstTwo.map(dateText).join(', ')}${dates > 2 ? ' …' : ''})`;
      const word = frequency.toLowerCase();
      if (dates < fewest)
        return [
          `The ${days} of ${column} are too far apart for a ${word} series. If these are averages of longer periods, they are not its values: download the ${word} file from FRED.`,
        ];
      const sentence = `the ${days} are too far apart for a ${word} series; FRED gives averages of longer periods under the same header. Download the ${word} values: no fq= in the address, no other frequency under "Edit graph".`;
      throw new Failure('invalid_file', `${file}, column "${column}": ${sentence}`, { file, column });
    },
  };
}

/** Checks that parts add up to their total on each day for which a file has all of them. */
type PartSum = ReturnType<typeof createPartSum>;

/** Amounts of one day (the parts in order, then the total), and the last line read for the day. */
type DayAmounts = { amounts: (string | undefined)[]; line: number };

/** @returns a check of the sums in one file, still empty. */
export function createPartSum({ parts, total, words, exact, decimals }: SumRule) {
  const codes = [...parts, total];
  /** Rounding changes each number by half a unit at most, so their sum by half a unit per number. */
  const halves = exact === undefined ? codes.length : 0;
  const rule = exact ?? `they may differ by ${Math.floor(halves / 2)} for rounding`;
  const days = new Map<number, DayAmounts>();
  return {
    add(code: string, day: number, value: string, line: number): void {
      const at = codes.indexOf(code);
      if (at < 0) return;
      const found = days.get(day) ?? { amounts: [], line };
      found.amounts[at] = value;
      found.line = line;
      days.set(day, found);
    },
    /** @throws Failure with day, row, sum and total if they differ by more than rounding explains. */
    check(file: string, place?: PlaceUnit): void {
      for (const [day, { amounts, line }] of days) {
        const given = codes.flatMap((_, at) => amounts[at] ?? []);
        const whole = given[parts.length];
        if (whole === undefined) continue;
        const sum = sumOf(given.slice(0, -1));
        const right = parseDecimal(whole);
        const { scaled, places } = parseDecimal(difference(sum, right));
        if (2n * (scaled < 0n ? -scaled : scaled) <= BigInt(halves) * powerOfTen(places)) continue;
        const [made, due] = [sum, right].map((number) => inUnits(number, decimals));
        const sentence = `on ${dateText(day)} ${words} make ${made}, not the total of ${due}; ${rule}.`;
        throw rowFailure(file, line, undefined, sentence, place);
      }
    },
  };
}

/** @returns the number with at least `decimals` decimals, and no further zeros at its end. */
function inUnits({ scaled, places }: ExactDecimal, decimals: number): string {
  const [whole = '', fraction = ''] = printDecimal(scaled, places).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
