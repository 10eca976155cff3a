import { dayNumber } from '../../calendar/dates.ts';
import { isPlainNumber, notNumber } from '../../sources/cells.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readXml, rootElement } from '../../sources/xml-reader.ts';
import { describeOtherRatesXml, describeRealCurve, isOnlyNominal } from './other-treasury-rates.ts';
import { isZeroDay, zeroDayNotes } from './zero-days.ts';

const DATE = 'NEW_DATE';
const RATE = /^BC_([0-9_]+)(MONTH|YEAR)$/;

/**
 * The Treasury's daily par yield curve rates as an Atom feed with OData properties: an `entry` for each day, with `NEW_DATE` and an
 * element for each maturity (`BC_1MONTH`, `BC_1_5MONTH`, `BC_10YEAR` …). A rate is missing where its element is not there, empty or
 * marked `m:null`. `BC_30YEARDISPLAY` repeats another rate and is not read. A day on which every rate is 0 is left out. The feeds of
 * the Treasury's other rates are refused.
 */
export const TREASURY_YIELDS_XML: FileFormat = {
  id: 'treasury-par-yields-xml',
  title: 'Treasury daily par yield curve rates (XML feed)',
  isMarkedUp: true,
  isPeriod: true,
  recognise({ text }) {
    const root = rootElement(text);
    const isFeed = root === 'feed' || root === 'atom:feed';
    return (
      isFeed && /\bBC_\d|DailyTreasuryYieldCurveRate/.test(text) && describeOtherRatesXml(text) === undefined
    );
  },
  open: openFeed,
};

type FeedRate = { name: string; text: string; line: number };

function openFeed({ file, target }: ReadContext): FileReader {
  const known = seriesOfPublisher('Treasury XML');
  const series = new Map<string, number>();
  const unknown = new Set<string>();
  /** Names of the elements of all maturities, with a rate or without. */
  const maturities = new Set<string>();
  const zeroDays: number[] = [];
  let date: { text: string; line: number } | undefined;
  let rates: FeedRate[] = [];
  let isNull = false;

  function seriesOf(name: string): number | undefined {
    const found = known.get(name);
    if (!found) {
      if (!unknown.has(name))
        target.note(`The element ${quote(name)} is a maturity that Almanac does not hold; it was left out.`);
      unknown.add(name);
      return undefined;
    }
    const id = series.get(name) ?? target.series(found.dataset, found.code, '', { date: DATE, value: name });
    series.set(name, id);
    return id;
  }

  function publish(line: number): void {
    const text = date?.text ?? '';
    const day = /^\d{4}-\d\d-\d\dT00:00:00(\.0+)?Z?$/.test(text) ? dayNumber(text.slice(0, 10)) : undefined;
    if (day === undefined)
      throw lineFailure(
        { file },
        date?.line ?? line,
        DATE,
        `${quote(text)} is not a day; one like 2026-08-14T00:00:00 is right.`,
      );
    for (const rate of rates) {
      if (!isPlainNumber(rate.text))
        throw lineFailure(
          { file },
          rate.line,
          rate.name,
          notNumber(rate.text, 'percent such as 4.10 is right.'),
        );
    }
    if (isZeroDay(rates.map(({ name, text: value }) => ({ code: codeOf(name), value })))) {
      zeroDays.push(day);
      return;
    }
    for (const rate of rates) {
      const id = seriesOf(rate.name);
      if (id !== undefined) target.observation(id, day, rate.text, rate.line);
    }
  }

  function addRate(name: string, text: string, line: number): void {
    maturities.add(name);
    if (rates.some((rate) => rate.name === name))
      throw lineFailure({ file }, line, name, 'the element is in its entry twice.');
    if (isNull && text !== '')
      throw lineFailure({ file }, line, name, `the rate is ${quote(text)} though it is marked as missing.`);
    if (text !== '') rates.push({ name, text, line });
  }

  const reader = readXml(
    { file },
    {
      open(name, attributes) {
        isNull = Object.entries(attributes).some(([key, value]) => key.endsWith(':null') && value === 'true');
        if (name !== 'properties') return;
        date = undefined;
        rates = [];
      },
      close(name, text, line, path) {
        if (name === 'properties') publish(line);
        if (path.at(-2) !== 'properties') return;
        if (name === DATE) date = { text: text.trim(), line };
        else if (RATE.test(name)) addRate(name, text.trim(), line);
      },
    },
  );
  return {
    push: reader.push,
    end() {
      reader.end();
      zeroDayNotes(zeroDays).forEach(target.note);
      const names = [...maturities];
      if (names.length > 0 && !names.some((name) => isOnlyNominal(codeOf(name))))
        throw fileFailure(file, describeRealCurve(names));
    },
  };
}

/** @returns the code of a maturity, held by Almanac or not: `BC_1_5MONTH` → `US1_5M`. */
function codeOf(name: string): string {
  return name.replace(RATE, (_, number: string, unit: string) => `US${number}${unit[0]}`);
}
