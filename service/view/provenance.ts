import { MONTH_NAMES, minuteText } from '../calendar/dates.ts';
import type { ExportProvenance } from '../contract/table-export.ts';
import { entryOf, seriesId } from '../datasets/series-choice.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { cadenceText, frequencyName } from '../series-math/frequency.ts';
import { averaged } from '../series-math/units.ts';
import { fullTitle, linesText, lineUnits, listText } from './names.ts';
import { unitsName } from './recipes.ts';
import type { DateRange, Heading, Line } from './types.ts';

/** Where the numbers of a view come from and how they were calculated: for the file beside an export, and in short under an image. */
export type ViewProvenance = Omit<ExportProvenance, 'requests' | 'not_in_requests' | 'subtitle'> & {
  subtitle: string;
};

/** Origin of a dataset's data, and when they were last loaded (ISO 8601, UTC). */
export type HeldDataset = { origin: string | null; last_update: string | null };

/** @param now time of the export, ISO 8601, UTC. @param heading the user's own words. @returns the provenance of the lines that are not hidden. */
export function viewProvenance(
  lines: readonly Line[],
  range: DateRange,
  held: (dataset: string) => HeldDataset | undefined,
  {
    now,
    version,
    heading = {},
    asOf,
  }: { now: string; version: string; heading?: Heading; asOf?: string | undefined },
): ViewProvenance {
  const shown = lines.filter(({ hidden }) => !hidden);
  const told = shown.map((line) => lineProvenance(line, held, { now, version }));
  return {
    ...madeHeading(lines, range, asOf),
    ...heading,
    created: now,
    app: `Almanac ${version}`,
    range,
    is_sample: told.some(({ origin }) => origin === 'sample'),
    lines: told,
  };
}

function lineProvenance(
  line: Line,
  heldOf: (dataset: string) => HeldDataset | undefined,
  { now, version }: { now: string; version: string },
): ExportProvenance['lines'][number] {
  const dataset = line.choice && entryOf(line.choice).dataset;
  const held = dataset && heldOf(dataset.id);
  const loaded = held?.last_update ?? null;
  const title = fullTitle(line);
  const id = line.choice ? seriesId(line.choice) : `=${line.formula}`;
  return {
    id,
    title,
    code: line.choice ? id : null,
    formula: line.formula ?? null,
    publisher: dataset?.publisher ?? null,
    source: dataset?.source.url ?? null,
    origin: held?.origin ?? null,
    loaded,
    units: averaged(unitsName(line), line.average),
    unit: line.unit,
    frequency: cadenceText(line.cadence),
    notes: [...line.notes],
    citation: citation({ publisher: dataset?.publisher, title, id, loaded, now, version }),
  };
}

/** @returns the automatic title (the lines) and subtitle (units, frequencies, days, and of the past since when it was known so). */
export function madeHeading(lines: readonly Line[], range: DateRange, asOf?: string): Required<Heading> {
  const shown = lines.filter(({ hidden }) => !hidden);
  const cadences = new Set(shown.map(({ cadence }) => cadenceText(cadence)));
  return {
    title: linesText(shown),
    subtitle: [
      ...lineUnits(shown),
      ...cadences,
      `${range.from} to ${range.to}`,
      asOf === undefined ? '' : `as known on ${knownText(asOf)}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
  };
}

/**
 * 'Bureau of Labor Statistics, Quits, level, seasonally adjusted [jolts.quits_level_sa], retrieved from Almanac 0.1.0, data loaded 2026-11-20;
 * November 21, 2026.', as FRED suggests. `now` and `loaded` are ISO 8601, UTC.
 */
export function citation(of: {
  publisher: string | undefined;
  title: string;
  id: string;
  loaded: string | null;
  now: string;
  version: string;
}): string {
  const [year, month, day] = of.now.slice(0, 10).split('-').map(Number);
  const by = of.publisher === undefined ? '' : `${of.publisher}, `;
  const loaded = of.loaded === null ? '' : `, data loaded ${of.loaded.slice(0, 10)}`;
  return `${by}${of.title} [${of.id}], retrieved from Almanac ${of.version}${loaded}; ${MONTH_NAMES[(month ?? 1) - 1]} ${day}, ${year}.`;
}

/** How many of the frozen values differ now, are new, or are gone. `total`: how many were frozen. */
export type ChangeCounts = { revised: number; added: number; gone: number; total: number };

/** '4 of 1,305 revised, 12 new'; '' where nothing has changed. */
export function changeWords({ revised, added, gone, total }: ChangeCounts): string {
  const count = (number: number) => groupDigits(String(number));
  return [
    ...(revised > 0 ? [`${count(revised)} of ${count(total)} revised`] : []),
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(gone > 0 ? [`${count(gone)} gone`] : []),
  ].join(', ');
}

/** '2026-11-20', '2026-11-20 14:02 UTC'. @param asOf a day or an instant, as in `View` */
export function knownText(asOf: string): string {
  return asOf.includes('T') ? minuteText(asOf) : asOf;
}

/** Symbols of units, as words that every file system takes. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=^|, )%(?=,|$)/, 'percent'],
  [/(?<=^|, |of )\$ mn(?=,|$)/, 'million dollars'],
  [/(?<=^|, |of )\$(?=,|$)/, 'dollars'],
];

/** In characters: all of a name but dates and ending. File systems take 255 bytes. */
const LONGEST = 100;
const LONGEST_UNITS = 45;

/**
 * @returns a name that every file system and header takes: 'JOLTS job openings, level, SA, percent change from year ago, monthly, 2015-01-01 to
 * 2024-12-01'.
 */
export function fileStem(
  lines: readonly Pick<Line, 'title' | 'choice' | 'style' | 'unitText' | 'average' | 'cadence'>[],
  range: DateRange,
  isSample: boolean,
): string {
  const units = lineUnits(lines).map((unit) =>
    lowered(WORDS.reduce((text, [symbol, words]) => text.replace(symbol, words), unit)),
  );
  const unitsText = shortened(
    safeFileText(units.length > 2 ? 'several units' : listText(units)),
    LONGEST_UNITS,
  );
  const frequencies = [
    ...new Set(lines.map(({ cadence }) => frequencyName(cadence.frequency).toLowerCase())),
  ];
  const how = [unitsText, frequencies.join(', ')].filter((part) => part !== '').join(', ');
  const names = shortened(safeFileText(familyText(lines)), LONGEST - how.length) || 'chart';
  return [names, how, `${range.from} to ${range.to}`, ...(isSample ? ['sample'] : [])]
    .filter((part) => part !== '')
    .join(', ');
}

/** The names, after the short name of their dataset where it has one: 'JOLTS job openings, level, SA'. */
function familyText(lines: readonly Pick<Line, 'title' | 'choice' | 'style'>[]): string {
  const text = linesText(lines);
  const titles = new Set(lines.map(({ choice }) => (choice ? entryOf(choice).dataset.title : '')));
  const [, short] = /\(([A-Z][A-Z.\d]+)\)$/.exec([...titles].join()) ?? [];
  const isOwn = lines.some(({ style }) => style.name !== undefined);
  return short === undefined || isOwn || titles.size > 1 ? text : `${short} ${lowered(text)}`;
}

/** @returns the text with a small first letter, unless it is an abbreviation. */
function lowered(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** @returns a text of letters, digits and signs that every file system takes, without accents. */
export function safeFileText(text: string): string {
  return text
    .replaceAll('÷', 'per')
    .replaceAll('%', 'percent')
    .replaceAll('×', 'x')
    .replaceAll('−', '-')
    .replaceAll(': ', ' - ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .,;()&'+=-]+/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,;-]+|[\s.,;-]+$/g, '');
}

/** @returns the text, cut after a word where it is too long, but not after 'and'. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return text
    .slice(0, most)
    .replace(/ [^ ]*$/, '')
    .replace(/[\s.,;-]+(?:and)?[\s.,;-]*$/, '');
}
