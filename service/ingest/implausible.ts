import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { ListChange } from '../contract/ingest.ts';
import { findDataset, findSeries } from '../datasets/index.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import { parseDecimal, powerOfTen, printDecimal, rescaled, sumOf } from '../series-math/exact-decimal.ts';
import type { FileConstituent, PlaceUnit } from '../sources/index.ts';
import type { SeriesKey } from '../store/index.ts';
import { isTooMuch, SHARE_PERCENT } from './shrink.ts';

/** The longest number that a publisher gives has 17 digits. */
const MOST_DIGITS = 25;
/** The sum of a list's weights in percent; it may be 1 larger, or as much as rounding explains. */
const WHOLE = 100;
const COUNT = /^\d+(\.0+)?$/;
const ZERO = /^0(\.0+)?$/;

/** `text` is the rest of a sentence that begins with the file's name, without the full stop. */
export type Finding = { text: string; line?: number; count: number };

/** Finds values that no publisher can have meant. A file with any is refused unless a person allows it. */
export function createImplausible(place: PlaceUnit = 'line') {
  const findings = new Map<string, Finding>();
  function note(kind: string, line: number, sentence: () => string): void {
    const known = findings.get(kind);
    if (known) known.count++;
    else findings.set(kind, { text: `, ${place} ${line}: ${sentence()}`, line, count: 1 });
  }
  return {
    /** @returns a function for each row of a series; it returns whether the value can be compared further. */
    series: (series: SeriesKey): ((value: string, day: number, line: number) => boolean) => {
      const { counted, isNeverZero } = findSeries(series.dataset, series.code) ?? {};
      return (value, day, line) => {
        const noteValue = (kind: string, sentence: string) =>
          note(kind, line, () => `${nameOf(series)} on ${dateText(day)} ${sentence}`);
        if (value.length > MOST_DIGITS && digitsOf(value) > MOST_DIGITS) {
          noteValue('digits', `has ${digitsOf(value)} digits; no publisher gives more than ${MOST_DIGITS}`);
          return false;
        }
        if (counted !== undefined && !COUNT.test(value))
          noteValue(
            'counted',
            `is ${value}; ${counted} are counted, so that a whole number from 0 on is right`,
          );
        if (isNeverZero && ZERO.test(value)) {
          const right = 'which it never was; a day without a value is left out of a file';
          noteValue('zero', `is ${value}, ${right}`);
        }
        return true;
      };
    },
    list(code: string, asOf: number, rows: readonly FileConstituent[], line: number): void {
      const weights = rows.map(({ weight }) => weight).filter((weight) => weight !== '');
      if (weights.length === 0) return;
      const heavy = rows.find(
        ({ weight }) => weight !== '' && (digitsOf(weight) > MOST_DIGITS || isAbove(weight, WHOLE)),
      );
      const list = `the list of ${code} as of ${dateText(asOf)}`;
      if (heavy) {
        const right = `none is above ${WHOLE}, or has more than ${MOST_DIGITS} digits`;
        note('weight', line, () => `in ${list} ${heavy.ticker} has a weight of ${heavy.weight} %; ${right}`);
        return;
      }
      const { scaled, places } = sumOf(weights);
      const unit = powerOfTen(places + 1);
      // Rounding changes each weight by half a unit of its last digit at most.
      const rounding = weights.reduce(
        (sum, weight) => sum + 5n * powerOfTen(places - parseDecimal(weight).places),
        0n,
      );
      const most = BigInt(WHOLE) * unit + (rounding > unit ? rounding : unit);
      if (10n * scaled > most)
        note('weights', line, () => {
          const shown = printDecimal(most, places + 1).replace(/\.?0+$/, '');
          return `the weights of ${list} add up to ${printDecimal(scaled, places)} %; 100 is right, and ${shown} the most that rounding makes of it`;
        });
    },
    /** @returns the first finding of each kind, with the number of findings of that kind. */
    found: (): Finding[] => [...findings.values()],
  };
}

/** The data stored before a file, to compare its values with. */
export type HeldBefore = {
  /** Like `PublishedRun.heldLargest`, for any series; `undefined` if only sample data are stored. */
  largest(series: SeriesKey, enough: number): string | undefined;
  /** Per dataset of the file: the stored observations for its series and dates, and how many it changes. */
  changes: readonly { dataset: string; held: number; revised: number }[];
};

/** @returns findings on values far above all others, and on changes to much of a never revised history. */
export function jumpsFromHeld(
  levels: readonly SeriesLevel[],
  { largest, changes }: HeldBefore,
  place: PlaceUnit = 'line',
): Finding[] {
  const findings: Finding[] = [];
  const farLevels = levels.flatMap((level) => {
    const found = findFarValue(level, (enough) => largest(level, enough));
    return found ? [{ level, ...found }] : [];
  });
  const [first] = farLevels;
  if (first) {
    const { value, day, line } = first.place;
    const text = `, ${place} ${line}: ${nameOf(first.level)} on ${dateText(day)} is ${value}, more than a million times ${first.largest}, the largest value of it before`;
    findings.push({ text, line, count: farLevels.length });
  }
  for (const { dataset, held, revised } of changes) {
    if (!isNeverRevised(dataset) || !isTooMuch(revised, held)) continue;
    const [changed, total] = [revised, held].map((count) => groupDigits(String(count)));
    const text = ` changes ${changed} of ${total} observations of ${dataset} that are held for its series and dates, more than ${SHARE_PERCENT} %, and they are never revised: it may describe something else`;
    findings.push({ text, count: 1 });
  }
  return findings;
}

/** @returns findings on lists that share no member with the list before: they may be of another index. */
export function strangeLists(lists: readonly ListChange[]): Finding[] {
  return lists.flatMap(({ code, asOf, members, joined, before }) =>
    before && before.members > 0 && members > 0 && joined === members
      ? {
          text: ` lists members of ${code} as of ${dateText(asOf)}, and none of the ${groupDigits(String(before.members))} held as of ${dateText(before.asOf)} is among them: it may be of another index or fund`,
          count: 1,
        }
      : [],
  );
}

/** @throws Failure 'file_jumps' if there is a finding. @param refreshed the refreshed dataset, if any. */
export function refuseJumps(file: string, findings: readonly Finding[], refreshed?: string): undefined {
  const [first, ...others] = findings;
  if (!first) return undefined;
  const count = others.reduce((sum, one) => sum + one.count, first.count - 1);
  const more = count === 0 ? '' : ` (and ${groupDigits(String(count))} more like it)`;
  const retryWords = refreshed === undefined ? 'import it' : `refresh ${refreshed}`;
  throw new Failure(
    'file_jumps',
    `${file}${first.text}${more}. Nothing was stored. If it is right, ${retryWords} with --allow-jumps.`,
    first.line === undefined ? { file } : { file, line: first.line },
  );
}

/** @returns a note on each finding of a file that was stored anyway. */
export function jumpNotes(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ text }) =>
      `${text.replace(/^, ./, (start) => start.slice(2).toUpperCase()).replace(/^ /, 'The file ')}. It was stored as it stands.`,
  );
}

function isNeverRevised(id: string): boolean {
  const dataset = findDataset(id);
  return dataset?.kind === 'observations' && dataset.neverRevised === true;
}

function nameOf({ code, area }: SeriesKey): string {
  return area === '' ? code : `${code} (${area})`;
}

function digitsOf(value: string): number {
  return value.replace(/[-.]/g, '').length;
}

function isAbove(value: string, most: number): boolean {
  const { scaled, places } = parseDecimal(value);
  return scaled > rescaled({ scaled: BigInt(most), places: 0 }, places);
}

/** A level this many times as large as its neighbour has probably lost its unit or its decimal point. */
const FACTOR = 50;
/** No note below this level, in the series' unit: small counts do jump, such as a small state's claims. */
const LEAST = 1000;
/** Values further apart in days are not neighbours. */
const NEAR_DAYS = 100;

export type JumpFinder = (day: number, value: string, line: number) => void;

/**
 * Looks at the size of every value of a file. It notes levels of more than 50 times the one before or less
 * than a fiftieth of it, and collects what `findFarValue` needs.
 */
export function createJumps() {
  let count = 0;
  let first: { name: string; day: number; value: string; before: string; line: number } | undefined;
  const levels: SeriesLevel[] = [];
  return {
    /** @returns a function to call with each row of a series. */
    series(dataset: string, code: string, area: string): JumpFinder {
      const unit = findSeries(dataset, code)?.unit ?? 'percent';
      const isLevel = !/^percent|\bper\b/.test(unit);
      const level: SeriesLevel = { dataset, code, area, sizes: new Map() };
      levels.push(level);
      const name = nameOf(level);
      let lastDay = Number.NaN;
      let lastSize = 0;
      let lastValue = '';
      return (day, value, line) => {
        const size = Math.abs(Number(value));
        addToLevel(level, size, value, day, line);
        if (!isLevel) return;
        const isFar =
          size > lastSize * FACTOR ? size >= LEAST : lastSize > size * FACTOR && lastSize >= LEAST;
        if (isFar && size > 0 && lastSize > 0 && Math.abs(day - lastDay) <= NEAR_DAYS) {
          count++;
          first ??= { name, day, value, before: lastValue, line };
        }
        lastDay = day;
        lastSize = size;
        lastValue = value;
      };
    },
    levels: (): readonly SeriesLevel[] => levels,
    notes(): string[] {
      if (!first) return [];
      const { name, day, value, before, line } = first;
      const more = count === 1 ? '' : ` The same in ${countOf(count - 1, 'more place')}.`;
      const what = `is ${value}, and ${before} in the row before: more than ${FACTOR} times as much or as little`;
      return [`Line ${line}: ${name} on ${dateText(day)} ${what}. It was stored as it stands.${more}`];
    },
  };
}

/** A value this many times the largest of its series has probably lost its unit or decimal point. */
const FAR_FACTOR = 1_000_000;
const FAR_POWER = 6;

/** A value of a file, with its day and line. */
type PlacedValue = { value: string; day: number; line: number };

/** The smallest and largest values of a series by order of magnitude, to find values far from all others. */
export type SeriesLevel = SeriesKey & {
  sizes: Map<number, { least: PlacedValue; most: PlacedValue; min: number; max: number }>;
};

/** Adds a value. @param size the value without its sign; zeros do not count. */
function addToLevel({ sizes }: SeriesLevel, size: number, value: string, day: number, line: number): void {
  if (size === 0) return;
  const order = Math.floor(Math.log10(size));
  const found = sizes.get(order);
  if (!found) {
    const place = { value, day, line };
    sizes.set(order, { least: place, most: place, min: size, max: size });
  } else if (size < found.min) {
    found.least = { value, day, line };
    found.min = size;
  } else if (size > found.max) {
    found.most = { value, day, line };
    found.max = size;
  }
}

/**
 * Finds a value that is 10⁶ times the largest stored value of its series. If only zeros are stored, values
 * are compared with the smaller values of the file.
 * @param heldLargest gives a stored value above `enough`, else the largest; `undefined` if all are 0.
 */
function findFarValue(
  { sizes }: SeriesLevel,
  heldLargest: (enough: number) => string | undefined,
): { place: PlacedValue; largest: string } | undefined {
  const groups = [...sizes].sort(([a], [b]) => a - b).map(([, group]) => group);
  const top = groups.at(-1);
  if (!top) return undefined;
  const held = heldLargest(top.max / FAR_FACTOR);
  if (held !== undefined) return isFar(top.most.value, held) ? { place: top.most, largest: held } : undefined;
  for (const [at, { least }] of groups.entries()) {
    const below = groups[at - 1];
    if (below && isFar(least.value, below.most.value)) return { place: least, largest: below.most.value };
  }
  return undefined;
}

/** @returns whether a value is at least 10⁶ times another, compared exactly. */
function isFar(value: string, other: string): boolean {
  const [one, two] = [parseDecimal(value.replace('-', '')), parseDecimal(other.replace('-', ''))];
  const places = Math.max(one.places, two.places);
  return rescaled(one, places) >= rescaled(two, places) * 10n ** BigInt(FAR_POWER);
}
