import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { ListChange } from '../contract/ingest.ts';
import { findDataset, findSeries } from '../datasets/index.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { parseDecimal, powerOfTen, printDecimal, rescaled, sumOf } from '../series-math/exact-decimal.ts';
import type { FileConstituent, PlaceUnit } from '../sources/index.ts';
import type { SeriesKey } from '../store/index.ts';
import { findFarValue, type SeriesLevel } from './jumps.ts';
import { isTooMuch, SHARE_PERCENT } from './shrink.ts';

/** The longest number that a publisher gives has 17 digits. */
const MOST_DIGITS = 25;
/** The sum of the weights of a list in percent. It may be larger by 1, or by what rounding can make of as many weights. */
const WHOLE = 100;
const COUNT = /^\d+(\.0+)?$/;
const ZERO = /^0(\.0+)?$/;

/** Finds values that no publisher can have meant. A file with such values is refused unless a person says that they are right. */
export type Implausible = ReturnType<typeof createImplausible>;

/** `text` is a sentence that begins with the file's name, without the name and the full stop. */
export type Finding = { text: string; line?: number; count: number };

/** @returns an empty record for one file, whose rows have this place. */
export function createImplausible(place: PlaceUnit = 'line') {
  const findings = new Map<string, Finding>();
  function note(kind: string, line: number, sentence: () => string): void {
    const known = findings.get(kind);
    if (known) known.count++;
    else findings.set(kind, { text: `, ${place} ${line}: ${sentence()}`, line, count: 1 });
  }
  return {
    /** @returns a function to call with each row of a series. It returns whether the value is a number that can be compared further. */
    series: (series: SeriesKey): ((value: string, day: number, line: number) => boolean) => {
      const { counted, isNeverZero } = findSeries(series.dataset, series.code) ?? {};
      return (value, day, line) => {
        if (value.length > MOST_DIGITS && digitsOf(value) > MOST_DIGITS) {
          note(
            'digits',
            line,
            () =>
              `${nameOf(series)} on ${dateText(day)} has ${digitsOf(value)} digits; no publisher gives more than ${MOST_DIGITS}`,
          );
          return false;
        }
        if (counted !== undefined && !COUNT.test(value)) {
          note(
            'counted',
            line,
            () =>
              `${nameOf(series)} on ${dateText(day)} is ${value}; ${counted} are counted, so that a whole number from 0 on is right`,
          );
        }
        if (isNeverZero && ZERO.test(value)) {
          note(
            'zero',
            line,
            () =>
              `${nameOf(series)} on ${dateText(day)} is ${value}, which it never was; a day without a value is left out of a file`,
          );
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
        note(
          'weight',
          line,
          () =>
            `in ${list} ${heavy.ticker} has a weight of ${heavy.weight} %; none is above ${WHOLE}, or has more than ${MOST_DIGITS} digits`,
        );
        return;
      }
      const { scaled, places } = sumOf(weights);
      const unit = powerOfTen(places + 1);
      // Each is rounded by half a unit of its last digit at most.
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
    /** What was found so far: of each kind the first one, and how many there are. */
    found: (): Finding[] => [...findings.values()],
  };
}

/** What was held before a file, with which its values are compared. */
export type HeldBefore = {
  /** As `PublishedRun.heldLargest`, for any series; `undefined` where only sample data are held. */
  largest(series: SeriesKey, enough: number): string | undefined;
  /** For each dataset of the file: how many observations are held for its series and dates, and how many of them it changes. */
  changes: readonly { dataset: string; held: number; revised: number }[];
};

/** @returns values far above all others of their series, and changes to much of a history that is never revised. */
export function jumpsFromHeld(
  levels: readonly SeriesLevel[],
  { largest, changes }: HeldBefore,
  place: PlaceUnit = 'line',
): Finding[] {
  const findings: Finding[] = [];
  const far = levels.flatMap((level) => {
    const found = findFarValue(level, (enough) => largest(level, enough));
    return found ? [{ level, ...found }] : [];
  });
  const [first] = far;
  if (first) {
    const { value, day, line } = first.place;
    findings.push({
      text: `, ${place} ${line}: ${nameOf(first.level)} on ${dateText(day)} is ${value}, more than a million times ${first.largest}, the largest value of it before`,
      line,
      count: far.length,
    });
  }
  for (const { dataset, held, revised } of changes) {
    if (!isNeverRevised(dataset) || !isTooMuch(revised, held)) continue;
    const count = (number: number) => groupDigits(String(number));
    findings.push({
      text: ` changes ${count(revised)} of ${count(held)} observations of ${dataset} that are held for its series and dates, more than ${SHARE_PERCENT} %, and they are never revised: it may be of something else`,
      count: 1,
    });
  }
  return findings;
}

/** @returns lists that share no member with the one before them, of which none can be the next. */
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

/**
 * @param refreshed the dataset whose refresh fetched the file; absent where a person imports it.
 * @throws Failure 'file_jumps' where there is a finding.
 */
export function refuseJumps(file: string, findings: readonly Finding[], refreshed?: string): void {
  const [first, ...others] = findings;
  if (!first) return;
  const count = others.reduce((sum, one) => sum + one.count, first.count - 1);
  const more = count === 0 ? '' : ` (and ${groupDigits(String(count))} more like it)`;
  const anyway = refreshed === undefined ? 'import it' : `refresh ${refreshed}`;
  throw new Failure(
    'file_jumps',
    `${file}${first.text}${more}. Nothing was stored. If it is right, ${anyway} with --allow-jumps.`,
    first.line === undefined ? { file } : { file, line: first.line },
  );
}

/** @returns a note on each finding of a file that was stored all the same. */
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
