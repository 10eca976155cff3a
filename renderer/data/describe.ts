import { easternTime } from '../../service/calendar/business-days.ts';
import { minuteText } from '../../service/calendar/dates.ts';
import { fileLagDaysOf } from '../../service/calendar/releases.ts';
import type { DataJob, DatasetSchedule, RunLine, RunLogAnswer } from '../../service/contract/app-state.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { isAllowable } from '../../service/contract/failure.ts';
import type { IngestProgress, IngestRun } from '../../service/contract/ingest.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { listText } from '../../service/view/index.ts';
import { shownFreshness, sizeText } from '../frame/index.ts';

/** Texts of the Data screen. `now` is in ms since 1970-01-01 UTC; times in answers are ISO 8601 in UTC. */

/** A dataset's freshness, which sets its chip's colour. */
export type DatasetState = 'current' | 'due' | 'late' | 'unscheduled' | 'sample' | 'none';

export function datasetState(dataset: Pick<CatalogDataset, 'freshness' | 'origin'>): {
  text: string;
  tone: DatasetState;
} {
  if (dataset.origin === null) return { text: 'No data', tone: 'none' };
  if (dataset.freshness === null) return { text: 'Sample', tone: 'sample' };
  return { text: shownFreshness(dataset.freshness), tone: dataset.freshness.state };
}

/** @returns the number of datasets in each state: '5 current, 1 due, 1 late, 2 sample'. */
export function statesText(datasets: readonly Pick<CatalogDataset, 'freshness' | 'origin'>[]): string {
  const tones = datasets.map((dataset) => datasetState(dataset).tone);
  const words: [DatasetState, string][] = [
    ['current', 'current'],
    ['due', 'due'],
    ['late', 'late'],
    ['sample', 'sample'],
    ['unscheduled', 'without a schedule'],
    ['none', 'without data'],
  ];
  return words
    .map(([tone, word]) => [tones.filter((each) => each === tone).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

const DAY_MS = 86_400_000;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * @returns 'in 4 days', '2 hours ago', 'now'. From 24 hours on, counts days of the publishers' calendar
 * (Eastern time): a release on Monday morning is 2 days away all Saturday.
 */
export function distanceText(iso: string, now: number): string {
  const then = Date.parse(iso);
  const distance = then - now;
  const days = Math.abs(distance) < DAY_MS ? 0 : easternTime(then).day - easternTime(now).day;
  if (days !== 0) return RELATIVE.format(days, 'day');
  for (const [unit, size] of STEPS) {
    const count = Math.trunc(distance / size);
    if (count !== 0) return RELATIVE.format(count, unit);
  }
  return 'now';
}

/** @returns the distance to the next release; '' if it may come on any day of a week. */
export function waitText(
  { freshness, release }: Pick<CatalogDataset, 'freshness' | 'release'>,
  now: number,
): string {
  const next = freshness ? freshness.next_release : release.next;
  const text = freshness ? freshness.next_release_text : release.next_text;
  return next === null || text.startsWith('in the week') ? '' : distanceText(next, now);
}

/** @returns the kind of a run ('Refreshed', 'Imported', …), and the publisher's host or the file's name. */
export function runOrigin(run: Pick<RunLine, 'kind' | 'location'>): { what: string; from: string } {
  switch (run.kind) {
    case 'refresh':
      return { what: 'Refreshed', from: hostOf(run.location) };
    case 'import':
      return { what: 'Imported', from: fileName(run.location) };
    case 'sample':
      return { what: 'Sample made', from: '' };
    case 'rescue':
      return { what: 'Rescued', from: run.location };
    case 'undone':
      return { what: 'Import undone', from: fileName(run.location) };
  }
}

/** @returns the last part of a path; imports from the command line have a path. */
const fileName = (location: string): string => location.split(/[\\/]/).at(-1) ?? '';
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** @returns 'Last checked 2026-11-21 08:00 UTC' if the last check is newer than the last refresh; else ''. */
export function checkedText(schedule: Pick<DatasetSchedule, 'last_checked' | 'last_run'>): string {
  const { last_checked: checked, last_run: run } = schedule;
  if (checked === null) return '';
  const isShown = run?.kind === 'refresh' && minuteText(run.fetched_at) >= minuteText(checked);
  return isShown ? '' : `Last checked ${minuteText(checked)}`;
}

/** A line of the log: a run that stored something, or one that failed. */
export type LogLine = {
  id: string;
  /** UTC, ISO 8601. */
  at: string;
  /** The dataset's id; `null` if it is unknown. */
  dataset: string | null;
  how: string;
  from: string;
  location: string;
  /** The run's changes, or the reason why it failed. */
  outcome: string;
  isFailed: boolean;
  /** The import, if it can be undone. */
  undo?: UndoableImport;
};

/** An import that can be undone: all runs of its file. */
export type UndoableImport = { run: number; file: string; runs: readonly RunLine[] };

/** @returns the import that a run belongs to; `undefined` if it cannot be undone. */
export function undoableImport(runs: readonly RunLine[], id: number): UndoableImport | undefined {
  const one = runs.find((run) => run.id === id && run.undo);
  if (!one) return undefined;
  const ofFile = runs.filter(
    (run) => run.undo && run.location === one.location && run.fetched_at === one.fetched_at,
  );
  return { run: id, file: fileName(one.location), runs: ofFile };
}

/** @returns the effect of an undo, as sentences. @param titles the datasets' titles by id */
export function undoText({ runs }: UndoableImport, titles: ReadonlyMap<string, string>): string[] {
  return runs.map(({ dataset, added, revised, undo }) => {
    const goes = added > 0 ? [`${countOf(added, 'row')} that it added ${added === 1 ? 'goes' : 'go'}`] : [];
    const returns =
      revised > 0
        ? [`${countOf(revised, 'value')} that it replaced ${revised === 1 ? 'returns' : 'return'}`]
        : [];
    const sample = undo === 'sample' ? ['the sample data return'] : [];
    const parts = [...goes, ...returns, ...sample];
    return `${titles.get(dataset) ?? dataset}: ${parts.length > 0 ? listText(parts) : 'nothing changes'}.`;
  });
}

/** @returns stored and failed runs, newest first, without runs that made sample data. */
export function logLines({ runs, failed }: RunLogAnswer): LogLine[] {
  const stored = runs
    .filter(({ kind }) => kind !== 'sample')
    .map((run): LogLine => {
      const { id, dataset, location, fetched_at: at } = run;
      const { what: how, from } = runOrigin(run);
      const undo = undoableImport(runs, id);
      const outcome = run.kind === 'undone' ? `${changesText(run)}: taken back` : changesText(run);
      const line = { id: `run ${id}`, at, dataset, how, from, location, outcome, isFailed: false };
      return { ...line, ...(undo && { undo }) };
    });
  const broken = failed.map((run): LogLine => {
    const { dataset, location, failed_at: at, message: outcome } = run;
    const how = run.kind === 'import' ? 'Import failed' : 'Refresh failed';
    const { from } = runOrigin(run);
    return { id: `failure ${run.id}`, at, dataset, how, from, location, outcome, isFailed: true };
  });
  return [...stored, ...broken].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** @returns '4,120 added, 12 revised', 'nothing new'. */
export function changesText({ added, revised }: Pick<IngestRun, 'added' | 'revised'>): string {
  const parts = [
    ...(added > 0 ? [`${groupDigits(String(added))} added`] : []),
    ...(revised > 0 ? [`${groupDigits(String(revised))} revised`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'nothing new';
}

/** @returns the sum of the runs' changes, as in `changesText`. */
export function allChangesText(runs: readonly Pick<IngestRun, 'added' | 'revised'>[]): string {
  const sumOf = (what: 'added' | 'revised') => runs.reduce((sum, run) => sum + run[what], 0);
  return changesText({ added: sumOf('added'), revised: sumOf('revised') });
}

const PHASES: Readonly<Record<IngestProgress['phase'], string>> = {
  wait: 'Waiting',
  fetch: 'Fetching',
  recognise: 'Looking at the file',
  read: 'Reading',
  compare: 'Comparing',
  publish: 'Storing',
};

/** @returns a job's current step, and its progress in percent (`undefined` if unknown). */
export function ingestProgressText(progress: IngestProgress | null): {
  text: string;
  percent: number | undefined;
} {
  if (!progress) return { text: 'Starting', percent: undefined };
  const { phase, bytes, totalBytes, rows } = progress;
  const counted = rows > 0 ? `, ${countOf(rows, 'row')}` : '';
  const size = rows === 0 && bytes > 0 ? `, ${sizeText(bytes)}` : '';
  if (phase === 'wait') return { text: PHASES.wait, percent: 0 };
  const percent = totalBytes > 0 ? Math.min(100, Math.floor((100 * bytes) / totalBytes)) : undefined;
  return { text: `${PHASES[phase]}${counted}${size}`, percent };
}

/** @returns the code of the refusal that made a job fail, if the user may overrule it. */
export function refusalOf(job: DataJob | undefined): string | undefined {
  return job?.state === 'failed' && job.code && isAllowable(job.code) ? job.code : undefined;
}

/** @returns the time of a dataset's scheduled refresh; '' if there is none. */
export function scheduleText(
  schedule: Pick<DatasetSchedule, 'next_refresh' | 'is_running'> | undefined,
  now: number,
): string {
  if (schedule?.is_running) return 'Refreshing automatically now';
  if (!schedule?.next_refresh) return '';
  const distance =
    Date.parse(schedule.next_refresh) <= now ? 'shortly' : distanceText(schedule.next_refresh, now);
  return `Refreshes automatically ${distance}`;
}

/** @returns the publisher's next release, and the later date of its file: 'its file about Wed 2026-12-16'. */
export function nextTexts(dataset: Pick<CatalogDataset, 'id' | 'freshness' | 'release'>): string[] {
  const { id, freshness, release } = dataset;
  if (!freshness) return [release.next_text];
  const text = freshness.next_release_text;
  const isLater = fileLagDaysOf(findDataset(id)) > 0 && text !== release.next_text;
  return isLater ? [release.next_text, `its file ${text}`] : [text];
}
