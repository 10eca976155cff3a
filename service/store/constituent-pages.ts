import { dateText } from '../calendar/dates.ts';
import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { ConstituentWrite, RowBytes, RowFormat } from './types.ts';

export type ConstituentPages = {
  codes(): string[];
  page(
    code: string,
    page: { offset: number; limit: number; format: RowFormat },
  ): RowBytes & { total: number };
};

/** @returns reads of the newest list of each code. A row's rank is its offset. */
export function openConstituentPages(db: Database): ConstituentPages {
  const codes = db
    .prepare<[], string>(
      'SELECT DISTINCT code FROM constituent_list WHERE superseded_at IS NULL ORDER BY code',
    )
    .pluck();
  const newest = db.prepare<[string], { id: number; asOf: number; count: number }>(
    `SELECT id, as_of AS asOf, count FROM constituent_list
     WHERE code = ? AND superseded_at IS NULL ORDER BY as_of DESC LIMIT 1`,
  );
  const rows = db.prepare<[number, number, number], ConstituentWrite>(
    `SELECT ticker, name, sector, weight FROM constituent
     WHERE list_id = ? AND rank >= ? ORDER BY rank LIMIT ?`,
  );
  return {
    codes: () => codes.all(),
    page(code, { offset, limit, format }) {
      const list = newest.get(code);
      if (!list) return { body: Buffer.alloc(0), count: 0, total: 0 };
      const found = rows.all(list.id, offset, limit);
      const due = Math.max(0, Math.min(limit, list.count - offset));
      if (found.length !== due)
        throw new Damage(`${found.length} members of ${code} where ${due} are counted`);
      const asOf = dateText(list.asOf);
      const text =
        format === 'json'
          ? found.map((row) => jsonRow(code, asOf, row)).join(',')
          : found.map((row) => csvRow(code, asOf, row)).join('');
      return { body: Buffer.from(text), count: found.length, total: list.count };
    },
  };
}

function jsonRow(series: string, as_of: string, { ticker, name, sector, weight }: ConstituentWrite): string {
  return JSON.stringify({ series, as_of, ticker, name, sector, weight });
}

function csvRow(series: string, asOf: string, { ticker, name, sector, weight }: ConstituentWrite): string {
  return `${[series, asOf, ticker, name, sector, weight].map(csvField).join(',')}\n`;
}

/** RFC 4180: a field with a quote, comma or line break is quoted, and quotes are doubled. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
