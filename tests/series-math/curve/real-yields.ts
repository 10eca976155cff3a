import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Matrix, matrixOfCsv } from '../../../service/series-math/matrix.ts';

/** The Treasury's own yields, read directly from its files into one matrix. */

const FOLDER = new URL('../../../../shared/data/yields/', import.meta.url);
export const HAS_YIELDS = existsSync(FOLDER);
export const NO_YIELDS = 'the publishers’ files are not beside the project (../shared/data)';

const CODES = 'US1M US1_5M US2M US3M US4M US6M US1Y US2Y US3Y US5Y US7Y US10Y US20Y US30Y'.split(' ');

export function realYields(): Matrix {
  const rows = new Map<string, Map<string, string>>();
  for (const name of readdirSync(FOLDER).sort()) {
    const [head = '', ...lines] = readFileSync(new URL(name, FOLDER), 'utf8').trim().split(/\r?\n/);
    const codes = head.split(',').slice(1).map(codeOf);
    for (const line of lines) {
      const [day = '', ...cells] = line.split(',');
      const [month, ofMonth, year] = day.split('/');
      const date = `${year}-${month}-${ofMonth}`;
      const row = rows.get(date) ?? new Map<string, string>();
      for (const [i, cell] of cells.entries()) if (cell !== '') row.set(codes[i] as string, cell);
      rows.set(date, row);
    }
  }
  const lines = [...rows].sort().map(([date, row]) => [date, ...CODES.map((code) => row.get(code) ?? '')]);
  return matrixOfCsv([['date', ...CODES], ...lines].map((cells) => cells.join()).join('\n'));
}

/** @returns the code of a column's title: '1.5 Month' → 'US1_5M', '10 yr' → 'US10Y'. */
function codeOf(title: string): string {
  const [, count = '', letter = ''] = /^"?([\d.]+) (\w)/.exec(title) ?? [];
  return `US${count.replace('.', '_')}${letter.toUpperCase()}`;
}
