import { dateText, minuteText } from '../calendar/dates.ts';
import { type Dataset, findSeries } from '../datasets/index.ts';
import { whyNoObservation } from '../datasets/observation-days.ts';
import { isStateCode } from '../datasets/states.ts';
import { commandLine } from '../process/command-line.ts';
import { countOf } from '../series-math/decimal-text.ts';
import { difference, parseDecimal } from '../series-math/exact-decimal.ts';
import { FILE_FORMATS, type FileFormat } from '../sources/index.ts';
import {
  type Explanation,
  type ListVintage,
  type Reader,
  type StoredRun,
  seenPlace,
  type ValueVintage,
} from '../store/index.ts';
import { type Command, DATA_DIR, type Given, JSON_SWITCH, option, wrong } from './command.ts';
import { withData } from './open-data.ts';
import { alignColumns, dateOrNull, print, printable, printJson, wholeText } from './output.ts';
import { codesOf, datasetOf, dayOption } from './selection-words.ts';

export const explain: Command = {
  usage: ['explain DATASET SERIES DATE [--state S] [--json]', 'explain constituents CODE DATE [--json]'],
  description: [
    'Says where one value comes from: the file or address, its SHA-256, when it was fetched or imported, where in the file',
    'the value stood, and the values that stood here before it. Of constituents it explains the whole list of that date.',
    'A spread is computed here: it is explained by the two yields that it is made of.',
    'Times are UTC. Of sample data that was replaced nothing is kept.',
  ],
  options: [option('--state S', 'postal code, for state-level claims'), JSON_SWITCH, DATA_DIR],
  examples: [
    'explain us_debt total_public_debt_outstanding 2025-03-06',
    'explain ui_state_weekly_claims initial_claims 2025-03-01 --state CA',
    'explain yields US10Y_US2Y 2025-03-07',
  ],
  async run(given) {
    const [id, code, date, ...others] = given.words;
    const dataset = datasetOf('explain', id === undefined ? [] : [id]);
    if (code === undefined || date === undefined || others.length > 0)
      throw wrong(
        `explain takes a dataset, a series and a date: ${commandLine`explain us_debt debt_held_by_public 2025-03-06`}`,
      );
    const day = dayOption('DATE', date);
    const area = areaOf(given, dataset);
    const isList = dataset.kind === 'list';
    const published = dataset.series.map((series) => series.code);
    if (!isList) codesOf(dataset, [code], published);
    const spread = findSeries(dataset.id, code)?.spread;
    await withData(given, async (reader) => {
      if (isList) codesOf(dataset, [code], reader?.constituentCodes(dataset.id) ?? []);
      const explained = (one: string) => explanationOf(reader, { dataset, code: one, area, day });
      const isJson = given.has('json');
      const found = explained(code);
      if (!spread) return isJson ? printJson(explanationJson(found)) : print(...explanationLines(found));
      const parts = [explained(spread.long), explained(spread.short)] as const;
      return isJson ? printJson(spreadJson(found, parts)) : print(...spreadLines(found, parts));
    });
  },
};

/** The value to explain; `area` is '' if the dataset has no states. */
type Asked = { dataset: Dataset; code: string; area: string; day: number };

/** A current or earlier value, or list of constituents, with its file's format. */
type Seen = (ValueVintage | ListVintage) & { format: Pick<FileFormat, 'title' | 'place' | 'reading'> };

/** An explanation: the values, newest first, and the reason if the dataset's rules exclude a value. */
type ExplainedObservation = Asked &
  Omit<Explanation, 'values'> & { unit: string; seen: Seen[]; reason: string | undefined };

function explanationOf(reader: Reader | undefined, asked: Asked): ExplainedObservation {
  const { dataset, code, area, day } = asked;
  const held =
    dataset.kind === 'list'
      ? reader?.explainList(code, day)
      : reader?.explain({ dataset: dataset.id, code, area }, day);
  const { before, after, replacedSample } = held ?? { before: null, after: null, replacedSample: null };
  const vintages = held && 'lists' in held ? held.lists : (held?.values ?? []);
  const formatOf = ({ source }: StoredRun) =>
    FILE_FORMATS.find(({ id }) => id === source) ?? { title: source };
  const seen = vintages.map((one): Seen => ({ ...one, format: formatOf(one.run) }));
  const reason = seen.length > 0 ? undefined : whyNoObservation(dataset, code, day, Date.now());
  const unit = findSeries(dataset.id, code)?.unit ?? '';
  return { dataset, code, area, day, unit, seen, reason, before, after, replacedSample };
}

function areaOf(given: Given, dataset: Dataset): string {
  const area = given.text('state')?.toUpperCase();
  if (!dataset.byState) {
    if (area !== undefined) throw wrong(`${dataset.id} has no states: leave --state out.`);
    return '';
  }
  if (area === undefined) throw wrong(`${dataset.id} has a value for each state: say which, --state CA.`);
  if (!isStateCode(area))
    throw wrong(`There is no state '${area}': --state takes a postal code, for example CA.`);
  return area;
}

/** @returns an explanation as lines of text. */
function explanationLines(explained: ExplainedObservation): string[] {
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
    const source = 'sample data: made up by Almanac, not published';
    return [value, ['Source', source], ['Made', runTime(run)]];
  }
  // The source's own figure, if it differs from the value.
  const reading = 'value' in seen ? format.reading?.(code, seen.value) : undefined;
  const isFetched = run.kind === 'refresh';
  return [
    value,
    ['Source', format.title],
    [isFetched ? 'Address' : 'File', printable(run.location)],
    ['Place', placeText(seen)],
    ...(reading === undefined ? [] : [['Reading', reading] as [string, string]]),
    ['SHA-256', run.sha256],
    [isFetched ? 'Fetched' : 'Imported', runTime(run)],
    ['First seen', minuteText(seen.firstSeen)],
  ];
}

/** A note on a replaced value that was not wrong. */
const ROUNDING = ': a rounding, replaced by the publisher’s own figure';

function past(seen: Seen): string[] {
  const { run, format } = seen;
  const what = 'count' in seen ? countOf(seen.count, 'row') : seen.value;
  const until = seen.supersededAt === null ? '' : `, replaced ${minuteText(seen.supersededAt)}`;
  const why = 'isRounding' in seen && seen.isRounding ? ROUNDING : '';
  return [
    `  ${what}  first seen ${minuteText(seen.firstSeen)}${until}${why}`,
    `    run ${run.id}: ${format.title}, ${printable(run.location)}, ${placeText(seen)}`,
    `    SHA-256 ${run.sha256}`,
  ];
}

function runTime(run: StoredRun): string {
  const { id, fetchedAt, added, revised, unchanged } = run;
  const others = `${wholeText(revised)} revised, ${wholeText(unchanged)} unchanged`;
  return `${minuteText(fetchedAt)}, run ${id}: ${wholeText(added)} added, ${others}`;
}

/** @returns a value's place in its file, in words. */
function placeText(seen: Seen): string {
  const { format, run } = seen;
  return (
    seenPlace(seen, format) ??
    (run.finishedAt === null ? 'not kept by the Almanac that imported it' : 'not known')
  );
}

function absence(explained: ExplainedObservation): string {
  const { dataset, code, area, reason, before, after, replacedSample } = explained;
  const near = (day: number | null, where: string) => (day === null ? [] : [`${where} it ${dateText(day)}`]);
  const nearest = [...near(before, 'before'), ...near(after, 'after')];
  const isAlone = nearest.length === 0;
  const parts = [
    dataset.kind === 'list' ? 'no list.' : 'no observation.',
    reason ?? (isAlone ? '' : 'No file or refresh has brought one.'),
    isAlone
      ? `Nothing of ${code}${area === '' ? '' : ` ${area}`} is held here: import a file, or refresh ${dataset.id}.`
      : `The nearest here are ${nearest.join(' and ')}.`,
    ...sampleNote(replacedSample),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function sampleNote(sample: StoredRun | null): string[] {
  if (!sample) return [];
  const when = minuteText(sample.fetchedAt);
  return ['', `Sample data of ${when} were here before; they were made up, and none are kept.`];
}

/** @returns an explanation as JSON, with names in the style of the API. */
function explanationJson(explained: ExplainedObservation): object {
  const { dataset, code, area, day, unit, seen, reason, before, after, replacedSample } = explained;
  const [newest, ...older] = seen;
  return {
    dataset: dataset.id,
    series: code,
    ...(area === '' ? {} : { state: area }),
    date: dateText(day),
    unit: unit === '' ? null : unit,
    current: newest ? seenJson(newest, code) : null,
    replaced: older.map((one) => seenJson(one, code)),
    reason: reason ?? null,
    nearest: { before: dateOrNull(before), after: dateOrNull(after) },
    replaced_sample: replacedSample && { made_at: replacedSample.fetchedAt },
  };
}

function seenJson(seen: Seen, code: string): object {
  const { row, firstSeen, supersededAt, run, format } = seen;
  return {
    ...('count' in seen ? { rows: seen.count } : { value: seen.value }),
    place: row === null ? null : { [format.place ?? 'line']: row },
    ...('value' in seen && {
      summed: seen.summedRows,
      rounding: seen.isRounding,
      reading: format.reading?.(code, seen.value) ?? null,
    }),
    first_seen: firstSeen,
    superseded_at: supersededAt,
    run: runJson(run, format.title),
  };
}

function runJson(run: StoredRun, title: string): object {
  return {
    id: run.id,
    kind: run.kind,
    origin: run.origin,
    source: run.source,
    source_title: title,
    location: run.location,
    sha256: run.sha256,
    fetched_at: run.fetchedAt,
    finished_at: run.finishedAt,
    rows: run.rows,
    added: run.added,
    revised: run.revised,
    unchanged: run.unchanged,
    first_date: dateOrNull(run.first),
    last_date: dateOrNull(run.last),
  };
}

/** The two yields of a spread: the first less the second. */
type SpreadParts = readonly [ExplainedObservation, ExplainedObservation];

/** @returns the values of a spread and of its yields; undefined if a yield is missing. */
function spreadValues(parts: SpreadParts): [value: string, long: string, short: string] | undefined {
  const [long, short] = parts.map(({ seen: [newest] }) => newest && 'value' in newest && newest.value);
  return long && short ? [difference(parseDecimal(long), parseDecimal(short)), long, short] : undefined;
}

function spreadLines({ dataset, code, day, unit }: ExplainedObservation, parts: SpreadParts): string[] {
  const title = `${dataset.id} ${code} ${dateText(day)}`;
  const made = `computed here: ${parts[0].code} less ${parts[1].code}`;
  const [value, long, short] = spreadValues(parts) ?? [];
  const lines =
    value === undefined
      ? [`${title}: no value. It is ${made}, where both are there.`]
      : [title, '', `  Value     ${value} ${unit}`, `  Computed  ${made}, ${long} − ${short}`];
  return [...lines, ...parts.flatMap((one) => ['', ...explanationLines(one)])];
}

function spreadJson({ dataset, code, day, unit }: ExplainedObservation, parts: SpreadParts): object {
  return {
    dataset: dataset.id,
    series: code,
    date: dateText(day),
    unit,
    value: spreadValues(parts)?.[0] ?? null,
    formula: `${parts[0].code} - ${parts[1].code}`,
    parts: parts.map(explanationJson),
  };
}
