import { MONTH_NAMES, minuteText } from '../calendar/dates.ts';
import type { ExportProvenance } from '../contract/table-export.ts';
import { entryOf, seriesId } from '../datasets/series-choice.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { cadenceText, frequencyName } from '../series-math/frequency.ts';
import { averaged } from '../series-math/units.ts';
import { fullTitle, linesText, lineUnits, listText } from './names.ts';
import { unitsName } from './recipes.ts';
import type { DateRange, Heading, Line } from './types.ts';

/** The origin and calculation of a view's numbers: for the file beside an export, in short under an image. */
export type ViewProvenance = Omit<ExportProvenance, 'requests' | 'not_in_requests' | 'subtitle'> & {
  subtitle: string;
};

/** A dataset's origin, and when its data were last loaded (ISO 8601, UTC). */
export type HeldDataset = { origin: string | null; last_update: string | null };

/** @param now time of the export, ISO 8601, UTC. @param heading the user's own words. Omits hidden lines. */
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
  const provenances = shown.map((line) => lineProvenance(line, held, { now, version }));
  return {
    ...generatedHeading(lines, range, asOf),
    ...heading,
    created: now,
    app: `Almanac ${version}`,
    range,
    is_sample: provenances.some(({ origin }) => origin === 'sample'),
    lines: provenances,
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

/** @returns the automatic title (the lines) and subtitle (units, frequencies, days, and `asOf`). */
export function generatedHeading(lines: readonly Line[], range: DateRange, asOf?: string): Required<Heading> {
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
 * 'Bureau of Labor Statistics, Quits, level, seasonally adjusted [jolts.quits_level_sa], retrieved from
 * Almanac 0.1.0, data loaded 2026-11-20; November 21, 2026.', as FRED suggests. `now` and `loaded` are ISO
 * 8601, UTC.
 */
export function citation(facts: {
  publisher: string | undefined;
  title: string;
  id: string;
  loaded: string | null;
  now: string;
  version: string;
}): string {
  const [year, month, day] = facts.now.slice(0, 10).split('-').map(Number);
  const by = facts.publisher === undefined ? '' : `${facts.publisher}, `;
  const loaded = facts.loaded === null ? '' : `, data loaded ${facts.loaded.slice(0, 10)}`;
  return `${by}${facts.title} [${facts.id}], retrieved from Almanac ${facts.version}${loaded}; ${MONTH_NAMES[(month ?? 1) - 1]} ${day}, ${year}.`;
}

/** How many of the `total` frozen values differ now, and how many are new or gone. */
export type ChangeCounts = { revised: number; added: number; gone: number; total: number };

/** '4 of 1,305 revised, 12 new'; '' if nothing has changed. */
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

/** Symbols of units, and words that every file system allows in their place. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=^|, )%(?=,|$)/, 'percent'],
  [/(?<=^|, |of )\$ mn(?=,|$)/, 'million dollars'],
  [/(?<=^|, |of )\$(?=,|$)/, 'dollars'],
];

/** Longest part of a file name without dates and extension, in characters. File systems allow 255 bytes. */
const LONGEST = 100;
const LONGEST_UNITS = 45;

/**
 * @returns a name for any file system and header: lines, units, frequency, days, 'sample' for sample data.
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

/** The lines' names after their dataset's abbreviation, if it has one: 'JOLTS job openings, level, SA'. */
function familyText(lines: readonly Pick<Line, 'title' | 'choice' | 'style'>[]): string {
  const text = linesText(lines);
  const titles = new Set(lines.map(({ choice }) => (choice ? entryOf(choice).dataset.title : '')));
  const [, short] = /\(([A-Z][A-Z.\d]+)\)$/.exec([...titles].join()) ?? [];
  const isOwn = lines.some(({ style }) => style.name !== undefined);
  return short === undefined || isOwn || titles.size > 1 ? text : `${short} ${lowered(text)}`;
}

/** @returns the text with a small first letter, unless it starts with an abbreviation. */
function lowered(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** @returns a text of letters, digits and signs that every file system allows, without accents. */
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

/** @returns the text, cut after a word if it is too long, but not after 'and'. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return text
    .slice(0, most)
    .replace(/ [^ ]*$/, '')
    .replace(/[\s.,;-]+(?:and)?[\s.,;-]*$/, '');
}
