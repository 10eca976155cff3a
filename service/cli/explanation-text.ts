import { dateText, minuteText } from '../calendar/dates.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { StoredRun } from '../store/index.ts';
import { seenPlace } from '../store/index.ts';
import { alignColumns } from './align-columns.ts';
import type { ExplainedObservation, Seen } from './explained.ts';

/** @returns the lines of an explanation for a person. */
export function explanationLines(explained: ExplainedObservation): string[] {
  const { dataset, code, area, day, seen } = explained;
  const title = [dataset.id, code, ...(area === '' ? [] : [area]), dateText(day)].join(' ');
  const [newest, ...older] = seen;
  if (!newest) return [`${title}: ${absence(explained)}`];
  return [
    title,
    '',
    ...alignColumns(origin(newest, explained).map(([name, text]) => [`  ${name}`, text])),
    ...(older.length > 0 ? ['', 'Before it, newest first:', ...older.flatMap((one) => past(one))] : []),
    ...sampleNote(explained.replacedSample),
  ];
}

function origin(seen: Seen, { unit, code }: ExplainedObservation): [string, string][] {
  const { run, format } = seen;
  const value: [string, string] =
    'count' in seen
      ? ['List', countOf(seen.count, 'row')]
      : ['Value', unit === '' ? seen.value : `${seen.value} ${unit}`];
  if (run.origin === 'sample') {
    return [
      value,
      ['Source', 'sample data: made up by Almanac, no publisher said it'],
      ['Made', runTime(run)],
    ];
  }
  return [
    value,
    ['Source', format.title],
    [run.kind === 'refresh' ? 'Address' : 'File', plain(run.location)],
    ['Place', placeText(seen)],
    ...reading(seen, code),
    ['SHA-256', run.sha256],
    [run.kind === 'refresh' ? 'Fetched' : 'Imported', runTime(run)],
    ['First seen', minuteText(seen.firstSeen)],
  ];
}

/** What the source has, if that differs from the value. */
function reading(seen: Seen, code: string): [string, string][] {
  const said = 'value' in seen ? seen.format.reading?.(code, seen.value) : undefined;
  return said === undefined ? [] : [['Reading', said]];
}

/** Says of a replaced value that it was not wrong. */
const ROUNDING = ': a rounding, replaced by the publisher’s own figure';

function past(seen: Seen): string[] {
  const { run, format } = seen;
  const what = 'count' in seen ? countOf(seen.count, 'row') : seen.value;
  const until = seen.supersededAt === null ? '' : `, replaced ${minuteText(seen.supersededAt)}`;
  const why = 'isRounding' in seen && seen.isRounding ? ROUNDING : '';
  return [
    `  ${what}  first seen ${minuteText(seen.firstSeen)}${until}${why}`,
    `    run ${run.id}: ${format.title}, ${plain(run.location)}, ${placeText(seen)}`,
    `    SHA-256 ${run.sha256}`,
  ];
}

function runTime(run: StoredRun): string {
  const counts = [
    [run.added, 'added'],
    [run.revised, 'revised'],
    [run.unchanged, 'unchanged'],
  ].map(([count, word]) => `${groupDigits(String(count))} ${word}`);
  return `${minuteText(run.fetchedAt)}, run ${run.id}: ${counts.join(', ')}`;
}

/** The place of a value in its file. */
function placeText(seen: Seen): string {
  const { format, run } = seen;
  return (
    seenPlace(seen, format) ??
    (run.finishedAt === null ? 'not kept by the Almanac that imported it' : 'not known')
  );
}

function absence({
  dataset,
  code,
  area,
  reason,
  before,
  after,
  replacedSample,
}: ExplainedObservation): string {
  const nearest = [
    ...(before === null ? [] : [`before it ${dateText(before)}`]),
    ...(after === null ? [] : [`after it ${dateText(after)}`]),
  ];
  const nearestText =
    nearest.length > 0
      ? `The nearest here are ${nearest.join(' and ')}.`
      : `Nothing of ${code}${area === '' ? '' : ` ${area}`} is held here: import a file, or refresh ${dataset.id}.`;
  const why = reason ?? (nearest.length > 0 ? 'No file or refresh has brought one.' : '');
  return [
    dataset.kind === 'list' ? 'no list.' : 'no observation.',
    why,
    nearestText,
    ...sampleNote(replacedSample),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function sampleNote(sample: StoredRun | null): string[] {
  if (!sample) return [];
  return [
    '',
    `Sample data of ${minuteText(sample.fetchedAt)} stood here before; it was made up, and nothing of it is kept.`,
  ];
}

function plain(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ');
}
