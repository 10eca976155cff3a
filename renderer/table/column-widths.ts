import type { TableLayout } from '../../service/view/index.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { splitTitle } from './split-title.ts';
import type { TableSeries } from './types.ts';

/** Widths of the columns as tracks of a CSS grid, and the least width of all together, as CSS lengths. */
export type ColumnWidths = { tracks: string; least: string };

const DATE = '7.25rem';
/** Padding of a cell, left and right together. */
const PADDING = '1.5rem';
/** Average width of a letter: less than that of a digit. */
const LETTER = '0.85ch';
/** A column is widened for at most this many letters of a title's end. */
const LONGEST_END = 20;
/** Width of a line's colour mark. */
const MARK = '1.25rem';

/** Columns share the width of the table. None is narrower than its longest number, nor so wide that rows are hard to follow. */
export function columnWidths(layout: TableLayout, series: readonly TableSeries[]): ColumnWidths {
  const lengths = series.map(({ column }) => lengthsOf(column));
  // In one column, all numbers have the decimals of the one that has most.
  const decimals = Math.max(0, ...lengths.map((one) => one.decimals));
  const digits = lengths.map(({ all, decimals: own }) =>
    layout === 'wide' || own === decimals ? all : all - own + decimals + (own === 0 ? 1 : 0),
  );
  const all = series.map(({ title }) => title);
  const tails = all.map((title) => Math.min(LONGEST_END, splitTitle(title, all)[1].length));
  const titles = Math.max(0, ...series.map(({ title }) => title.length));
  const details = Math.max(0, ...series.map(({ detail }) => detail.length));
  const least =
    layout === 'wide'
      ? digits.map(
          (count, c) =>
            `max(8.25rem, ${count}ch + ${PADDING}, ${tails[c]} * ${LETTER} + ${MARK} + ${PADDING})`,
        )
      : [
          `clamp(8rem, ${titles} * ${LETTER} + ${MARK} + ${PADDING}, 18rem)`,
          `max(7rem, ${Math.max(0, ...digits)}ch + ${PADDING})`,
          `clamp(5rem, ${details} * ${LETTER} + ${PADDING}, 14rem)`,
        ];
  const most = layout === 'wide' ? digits.map(() => '18rem') : ['26rem', '15rem', '18rem'];
  const tracks = least.map((width, c) => `minmax(${width}, ${most[c]})`);
  return {
    tracks: `${DATE} ${tracks.join(' ')} minmax(0, 1fr)`,
    least: `calc(${[DATE, ...least].join(' + ')})`,
  };
}

/** How long the numbers of a column are. `all`: of a number with the longest part on either side of its point. */
export type Lengths = { all: number; decimals: number };

const known = new WeakMap<readonly string[], Lengths>();

/** @returns the most decimals of a column, and how many characters its values need, with their thousands separators. */
export function lengthsOf({ values }: Pick<LineColumn, 'values'>): Lengths {
  const before = known.get(values);
  if (before !== undefined) return before;
  let whole = 0;
  let decimals = 0;
  for (const text of values) {
    const point = text.indexOf('.');
    const digits = point < 0 ? text.length : point;
    const separators = Math.max(0, Math.ceil((digits - (text.startsWith('-') ? 1 : 0)) / 3) - 1);
    whole = Math.max(whole, digits + separators);
    if (point >= 0) decimals = Math.max(decimals, text.length - point - 1);
  }
  const lengths = { all: whole + (decimals > 0 ? decimals + 1 : 0), decimals };
  known.set(values, lengths);
  return lengths;
}

/** @returns what would have to stand after a number to give it so many decimals: '.00' after 5, '0' after 5.2. */
export function paddingOf(text: string, decimals: number): string {
  if (text === '') return '';
  const point = text.indexOf('.');
  const own = point < 0 ? 0 : text.length - point - 1;
  return `${point < 0 && decimals > 0 ? '.' : ''}${'0'.repeat(Math.max(0, decimals - own))}`;
}
