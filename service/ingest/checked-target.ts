import { dateText } from '../calendar/dates.ts';
import { DATASETS, type DatasetId, datasetOfList } from '../datasets/index.ts';
import type { SeriesChoice } from '../datasets/series-choice.ts';
import {
  DOWNLOAD_AGAIN,
  type FileConstituent,
  type FileFormat,
  type RowTarget,
  rowFailure,
} from '../sources/index.ts';
import type { PublishedRun } from '../store/index.ts';
import { type DayRule, dayRule, firstDay } from './day-rules.ts';
import { createImplausible } from './implausible.ts';
import { createJumps, type JumpFinder } from './jumps.ts';
import { createStepFinder, type StepFinder } from './lower-frequency.ts';
import { createPartSum, type PartSum } from './part-sum.ts';

type TargetSeries = SeriesChoice & {
  /** Opened with the first observation, so that a column without values does not touch the dataset. */
  publish: PublishedRun | undefined;
  /** Number of the series in its publish. */
  id: number;
  rule: DayRule;
  firstDay: number;
  /** The last day that passed the rule: rows of the same day often follow each other. */
  goodDay: number;
  dateColumn: string;
  valueColumn: string;
  sum: PartSum | undefined;
  isPlausible(value: string, day: number, line: number): boolean;
  jump: JumpFinder;
  /** Only for files of FRED. */
  steps: StepFinder | undefined;
};

export type CheckedTarget = ReturnType<typeof createCheckedTarget>;

/**
 * @returns a target for one file that checks days, sums and sizes and passes rows on to the publish of their dataset.
 * @param format of the file. FRED, the stand-in, gives averages of longer periods under the same names.
 * @param publishOf opens the publish of a dataset, or gives the one that is open.
 * @param factsOf names and dates a list, for which the file may have a code and a date.
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

  function openSeries(series: TargetSeries): PublishedRun {
    const { dataset, code, area } = series;
    series.publish = publishOf(dataset);
    series.id = series.publish.series({ dataset, code, area });
    return series.publish;
  }

  function finish(): void {
    for (const sum of sums.values()) sum.check(file, place);
    for (const { steps, valueColumn } of all) notes.push(...(steps?.check(file, valueColumn) ?? []));
    notes.push(...jumps.notes());
  }

  const target: RowTarget = {
    series(dataset, code, area, columns) {
      return (
        all.push({
          dataset,
          code,
          area,
          publish: undefined,
          id: -1,
          rule: ruleOf(dataset),
          firstDay: firstDay(dataset, code, role),
          goodDay: Number.NaN,
          dateColumn: columns.date,
          valueColumn: columns.value,
          sum: sums.get(dataset),
          isPlausible: implausible.series({ dataset, code, area }),
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
      (series.publish ?? openSeries(series)).observation(series.id, day, value, line, rounding);
      count++;
    },
    summed(at, line, lines) {
      const series = all[at];
      if (series?.publish) series.publish.summed(series.id, line, lines);
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
    /** Observations and constituents so far. */
    rows: (): number => count,
    notes,
    /** Implausible values, and how large the values of each series are. */
    findings: implausible.found,
    levels: jumps.levels,
    /** @throws Failure of a check that needs the whole file. */
    finish,
  };
}

/** A value under another series' name shows only where that series is younger: in a file that has lost its empty cells, above all. */
function tooEarly({ code, firstDay }: TargetSeries, day: number, role: FileFormat['role']): string {
  const right =
    role === 'any rows'
      ? 'a later date or another series is right.'
      : `it may stand in the wrong column. ${DOWNLOAD_AGAIN}`;
  return `${code} begins on ${dateText(firstDay)}, and this value is of ${dateText(day)}; ${right}`;
}
