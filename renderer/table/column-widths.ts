import type { LineColumn } from '../api/index.ts';
import { splitTitle } from './split-title.ts';
import type { TableLayout, TableSeries } from './types.ts';

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
  const digits = series.map(({ column }) => longestText(column));
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

const known = new WeakMap<readonly string[], number>();

/** @returns the number of characters of the longest value, with its thousands separators. */
export function longestText({ values }: Pick<LineColumn, 'values'>): number {
  const before = known.get(values);
  if (before !== undefined) return before;
  let longest = 0;
  for (const text of values) {
    const point = text.indexOf('.');
    const whole = (point < 0 ? text.length : point) - (text.startsWith('-') ? 1 : 0);
    longest = Math.max(longest, text.length + Math.max(0, Math.ceil(whole / 3) - 1));
  }
  known.set(values, longest);
  return longest;
}
