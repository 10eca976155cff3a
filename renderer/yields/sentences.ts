import { dateText } from '../../service/calendar/dates.ts';
import {
  type Inversion,
  longestRun,
  rankOf,
  type SpreadRank,
  spreadFacts,
} from '../../service/series-math/curve.ts';
import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import { printDecimal, roundedRatio } from '../../service/series-math/exact-decimal.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import type { SentencePart } from '../explain/types.ts';
import { type Curves, dateOf, type SpreadLine, spreadAt, type TenorColumn } from './curves.ts';

function spreadText(value: string): string {
  return /[1-9]/.test(value) ? signedText(value) : groupDigits(value);
}

export const curveSentence = (curves: Curves, row: number, slope?: SpreadLine): SentencePart[] =>
  plainly(() => curveParts(curves, row, slope));

function curveParts(curves: Curves, row: number, slope: SpreadLine | undefined): SentencePart[] {
  const date = dateOf(curves, row);
  const there = curves.columns.filter(({ scaled }) => !Number.isNaN(scaled[row] as number));
  const [first, last] = [there[0], there.at(-1)];
  if (!first || !last) return [`There is no curve of ${date}.`];
  const value = (column: TenorColumn): SentencePart[] => [
    { text: `${groupDigits(column.texts[row] as string)} %`, explain: column.code },
    ` (${column.title})`,
  ];
  const scaled = (column: TenorColumn) => column.scaled[row] as number;
  const lowest = there.reduce((low, one) => (scaled(one) < scaled(low) ? one : low));
  const highest = there.reduce((high, one) => (scaled(one) > scaled(high) ? one : high));
  const isEnd = (column: TenorColumn) => scaled(column) === scaled(first) || scaled(column) === scaled(last);
  const inner: SentencePart[] = !isEnd(lowest)
    ? [', lowest ', ...value(lowest)]
    : !isEnd(highest)
      ? [', highest ', ...value(highest)]
      : [];
  return [
    `On ${date} the curve ran from `,
    ...value(first),
    ' to ',
    ...value(last),
    ...inner,
    ...(slope ? slopePart(curves, row, slope) : []),
    '.',
  ];
}

function slopePart(curves: Curves, row: number, slope: SpreadLine): SentencePart[] {
  const at = spreadAt(slope, row);
  if (slope.rows[at] !== row) return [];
  const scaled = slope.scaled[at] as number;
  const title = slope.title.replace(/(\d+) (\w+?)s?\b/g, '$1-$2');
  const run = spreadFacts(slope, at + 1).runs.at(-1);
  return [
    `; ${title} `,
    { text: spreadText(scaledText(curves, scaled)), explain: slope.code },
    ` pp${scaled < 0 && run ? `, inverted since ${dateText(run.from)}` : scaled === 0 ? ', flat' : ''}`,
  ];
}

type SpreadFacts = {
  value: string;
  rank: SpreadRank;
  last: Inversion | undefined;
  longest: Inversion | undefined;
};

export function spreadFactsOf(curves: Curves, spread: SpreadLine, at: number): SpreadFacts {
  const { runs } = spreadFacts(spread, at + 1);
  return {
    value: scaledText(curves, spread.scaled[at] as number),
    rank: rankOf(spread.scaled, spread.scaled[at] as number, 0, at + 1),
    last: runs.at(-1),
    longest: longestRun(runs),
  };
}

export function percentText({ count, total }: SpreadRank): string {
  return `${printDecimal(roundedRatio(BigInt(count) * 1000n, BigInt(total)), 1)} %`;
}

/** @returns '+0.33 pp; 30.7 % of 8,801 days were at or below; last inverted 2024-09-05; longest 537 …' */
export const spreadSentence = (curves: Curves, spread: SpreadLine, row: number): SentencePart[] =>
  plainly(() => spreadParts(curves, spread, row));

function spreadParts(curves: Curves, spread: SpreadLine, row: number): SentencePart[] {
  const at = spreadAt(spread, row);
  if (at < 0) return ['There are no values up to this day.'];
  const { value, rank, last, longest } = spreadFactsOf(curves, spread, at);
  const isNow = last !== undefined && last.to === spread.days[at];
  const when =
    last === undefined ? 'never inverted until then' : isNow ? 'inverted since ' : 'last inverted ';
  return [
    spread.rows[at] === row ? '' : `${dateText(spread.days[at] as number)}: `,
    { text: spreadText(value), explain: spread.code },
    ' pp; ',
    { text: percentText(rank), explain: `${spread.code}.rank` },
    ` of ${groupDigits(String(rank.total))} days were at or below; ${when}`,
    ...(last ? [{ text: dateText(isNow ? last.from : last.to), explain: `${spread.code}.last` }] : []),
    ...(longest ? ['; longest ', { text: dayCount(longest.count), explain: `${spread.code}.longest` }] : []),
  ];
}

export function dayCount(count: number): string {
  return `${groupDigits(String(count))} business ${count === 1 ? 'day' : 'days'}`;
}
