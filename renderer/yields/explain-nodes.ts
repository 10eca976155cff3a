import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { SHAPE, SPREADS } from '../../service/datasets/yields/curve.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import {
  CHANGE_SPANS,
  changeBetweenRows,
  type Inversion,
  rankOf,
  referenceRow,
  type Span,
  type SpreadRank,
  wantedDay,
} from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { printDecimal } from '../../service/series-math/exact-decimal.ts';
import { rowOnOrBefore, scaledText } from '../../service/series-math/matrix.ts';
import { numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { type BandEnds, type Curves, dateOf, type SpreadLine, spreadLine, tenorColumn } from './curves.ts';
import { percentText, spreadFactsOf } from './sentences.ts';

/**
 * Finds a number of the screen by its word in the address, as a tree that ends at observations. `US10Y` is a
 * yield, `US10Y.1w` its change (`.since.2025-02-07`: from a date), `US10Y.low` an end of its band.
 * `US10Y_US2Y` is a spread, with `….rank`, `….last` and `….longest`. `alike.2019-07-11` is the distance of
 * that day's shape (`.level`: with its level). `.on.` and a date at the end choose another day than the shown
 * one.
 */
export function curveNumber(
  curves: Curves,
  row: number,
  band: BandEnds | undefined,
  word: string,
): NumberNode | undefined {
  const [name = '', other] = word.split('.on.');
  const at = other === undefined ? row : rowOf(curves, other);
  if (at < 0) return undefined;
  const [code = '', what, date] = name.split('.');
  if (code === 'alike') return alikeNode(curves, at, what ?? '', date === 'level');
  const spread = SPREADS.find((one) => one.code === code);
  if (spread) return spreadPart(curves, spreadLine(curves, spread), at, what);
  if (!curves.columns.some((column) => column.code === code)) return undefined;
  if (what === undefined) return valueNode(curves, code, at);
  if (what === 'low' || what === 'high') return bandNode(curves, code, band, what);
  const isSpan = (CHANGE_SPANS as readonly string[]).includes(what);
  const day = isSpan ? wantedDay(curves.days[at] as number, what as Span) : dayNumber(date ?? '');
  return day === undefined ? undefined : changeNode(curves, code, at, day);
}

function valueNode(curves: Curves, code: string, row: number): NumberNode {
  const column = tenorColumn(curves, code);
  const value = column.texts[row];
  return numberNode({
    label: column.title,
    date: dateOf(curves, row),
    value,
    unit: '%',
    words: value === undefined ? 'No observation' : 'As published',
    published: { dataset: YIELDS.id, code, area: '' },
  });
}

/** @returns the row of exactly this date, or -1. */
function rowOf(curves: Curves, date: string): number {
  return curves.days.indexOf(dayNumber(date) ?? -1);
}

/** @param wanted day number of the change's start; its value may be up to a week older */
function changeNode(curves: Curves, code: string, row: number, wanted: number): NumberNode {
  const column = tenorColumn(curves, code);
  const from = referenceRow(curves, column, wanted);
  const value = changeBetweenRows(curves, column, from, row);
  const base = { label: `${column.title}, change`, date: dateOf(curves, row), unit: 'bp' };
  if (from === undefined)
    return numberNode({
      ...base,
      value: undefined,
      words: `No value: there is no ${column.title} yield for ${dateText(wanted)} or the week before`,
    });
  return numberNode({
    ...base,
    value,
    words: `Change from ${dateOf(curves, from)}; 1 basis point is 0.01 percentage points`,
    formula: '(x(t) − x(then)) × 100',
    numbers:
      value === undefined
        ? ''
        : `(${enclosed(column.texts[row])} − ${enclosed(column.texts[from])}) × 100 = ${value.replace('-', '−')}`,
    parts: () => [valueNode(curves, code, row), valueNode(curves, code, from)],
  });
}

function bandNode(
  curves: Curves,
  code: string,
  band: BandEnds | undefined,
  end: 'low' | 'high',
): NumberNode | undefined {
  const column = tenorColumn(curves, code);
  const row = band?.rows[curves.columns.indexOf(column)]?.[end];
  if (!band || row === undefined) return undefined;
  const words = { low: band.words[0], high: band.words[1] }[end];
  return numberNode({
    label: `${column.title}, ${words}`,
    date: dateOf(curves, row),
    period: `${band.from} to ${band.to}`,
    value: column.texts[row],
    unit: '%',
    words: `The ${words} of the range: the smallest published value that this share of its days is at or below, here as of ${dateOf(curves, row)}`,
    parts: () => [valueNode(curves, code, row)],
  });
}

function spreadPart(
  curves: Curves,
  spread: SpreadLine,
  row: number,
  what: string | undefined,
): NumberNode | undefined {
  const at = rowOnOrBefore(spread.rows, row);
  if (at < 0) return undefined;
  if (what === undefined) return spreadNode(curves, spread, at);
  const facts = spreadFactsOf(curves, spread, at);
  if (what === 'rank') return rankNode(curves, spread, at, facts.rank);
  if (what === 'last' || what === 'longest') return runNode(curves, spread, facts[what], what);
  return undefined;
}

function spreadNode(curves: Curves, spread: SpreadLine, at: number): NumberNode {
  const row = spread.rows[at] as number;
  const value = scaledText(curves, spread.scaled[at] as number);
  const [long, short] = [spread.long, spread.short].map((code) => tenorColumn(curves, code).texts[row]);
  return numberNode({
    label: spread.title,
    date: dateOf(curves, row),
    value,
    unit: 'percentage points',
    words: `${spread.title}, of the same day`,
    formula: 'long − short',
    numbers: `${enclosed(long)} − ${enclosed(short)} = ${value.replace('-', '−')}`,
    parts: () => [valueNode(curves, spread.long, row), valueNode(curves, spread.short, row)],
  });
}

function rankNode(curves: Curves, spread: SpreadLine, at: number, rank: SpreadRank): NumberNode {
  const date = dateText(spread.days[at] as number);
  const tenBefore = dayNumber(`${Number(date.slice(0, 4)) - 10}${date.slice(4)}`);
  const start = rowOnOrBefore(spread.days, tenBefore ?? (spread.days[at] as number) - 3653) + 1;
  const rankOfTenYears = rankOf(spread.scaled, spread.scaled[at] as number, start, at + 1);
  const ranked = (label: string, from: number, one: SpreadRank, parts: () => readonly NumberNode[]) => {
    const value = percentText(one).replace(' %', '');
    const [count, all] = [one.count, one.total].map((days) => groupDigits(String(days)));
    return numberNode({
      label,
      date,
      period: `${dateText(spread.days[from] as number)} to ${date}`,
      value,
      unit: '%',
      words: `${count} of ${all} days were at or below that of ${date}`,
      formula: 'days at or below ÷ days × 100',
      numbers: `${count} ÷ ${all} × 100 = ${value}`,
      parts,
    });
  };
  return ranked(`${spread.title}, rank in its history`, 0, rank, () => [
    spreadNode(curves, spread, at),
    ranked('Rank in the last ten years', start, rankOfTenYears, () => []),
  ]);
}

function runNode(
  curves: Curves,
  spread: SpreadLine,
  run: Inversion | undefined,
  which: 'last' | 'longest',
): NumberNode | undefined {
  if (!run) return undefined;
  const at = (day: number) => rowOnOrBefore(spread.days, day);
  return numberNode({
    label: `${spread.title}, ${which === 'last' ? 'newest' : 'longest'} inversion`,
    date: dateText(run.to),
    period: `${dateText(run.from)} to ${dateText(run.to)}`,
    value: String(run.count),
    unit: run.count === 1 ? 'business day' : 'business days',
    words:
      'Days in a row below zero. A day at 0.00 ends the run, and so do more than seven days without a curve',
    parts: () => [...new Set([at(run.from), at(run.to)])].map((index) => spreadNode(curves, spread, index)),
  });
}

/** Differences of shapes are computed as whole eighths of the curves' last digit. */
function alikeNode(curves: Curves, row: number, date: string, withLevel: boolean): NumberNode | undefined {
  const other = rowOf(curves, date);
  if (other < 0) return undefined;
  const columns = SHAPE.map((code) => tenorColumn(curves, code));
  const sumOf = (at: number) => columns.reduce((sum, { scaled }) => sum + (scaled[at] as number), 0);
  const shapeOf = (at: number) => {
    const sum = withLevel ? 0 : sumOf(at);
    return columns.map(({ scaled }) => SHAPE.length * (scaled[at] as number) - sum);
  };
  const [own, then] = [shapeOf(row), shapeOf(other)];
  const apart = own.map((one, i) => one - (then[i] as number));
  if (apart.some(Number.isNaN)) return undefined;
  // 1 / 8 = 0.125, and a percentage point has 100 basis points.
  const bp = (eighths: number) => printDecimal(BigInt(eighths * 125), curves.places + 1);
  const unit = SHAPE.length * 10 ** (curves.places - 2);
  const distance = Math.sqrt(apart.reduce((sum, one) => sum + one * one, 0) / SHAPE.length) / unit;
  const today = dateOf(curves, row);
  return numberNode({
    label: `${withLevel ? 'Curve' : 'Shape'} of ${date} against ${today}`,
    date: today,
    value: distance.toFixed(2),
    unit: 'bp',
    words: `Root of the mean of the squared differences of ${SHAPE.length} tenors${withLevel ? '' : ', each less the mean of its day'}`,
    formula: '√(Σ d² ÷ 8)',
    parts: () =>
      columns.map(({ code, title }, i) =>
        numberNode({
          label: title,
          date: today,
          value: bp(apart[i] as number),
          unit: 'bp',
          words: withLevel
            ? 'Difference of the two days'
            : 'Difference of the two days, each less the mean of its day',
          numbers: `${bp(own[i] as number).replace('-', '−')} − ${enclosed(bp(then[i] as number))} = ${bp(apart[i] as number).replace('-', '−')}`,
          parts: () => [valueNode(curves, code, row), valueNode(curves, code, other)],
        }),
      ),
  });
}

function enclosed(text = 'none'): string {
  return text.startsWith('-') ? `(−${text.slice(1)})` : text;
}
