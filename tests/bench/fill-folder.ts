import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dateText, daysFromCivil } from '../../service/calendar/dates.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { openReader, openWriter } from '../../service/store/index.ts';

/** The data of the HTTP benches: daily values without gaps, 20 series × 50,000 days = 10⁶ rows. */

export const DATASET = 'jolts';
export const CODES = (findDataset(DATASET)?.series ?? []).slice(0, 20).map(({ code }) => code);
export const DAYS = 50_000;
export const LAST_DAY = daysFromCivil(2025, 12, 31);
export const FIRST_DAY = LAST_DAY - DAYS + 1;
export const ROWS = CODES.length * DAYS;

/** @returns a data folder under `.build/bench` with the grid; made once. */
export function filledFolder(name = 'http'): string {
  const dataDir = join(import.meta.dirname, '../../.build/bench', name);
  mkdirSync(dataDir, { recursive: true });
  if (heldRows(dataDir) === ROWS) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  const writer = openWriter(dataDir);
  const publish = writer.begin({
    kind: 'import',
    dataset: DATASET,
    origin: 'file',
    source: 'bench',
    location: 'bench',
    sha256: '',
    fetchedAt: '2026-01-01T00:00:00.000Z',
  });
  for (const [place, code] of CODES.entries()) {
    const series = publish.series({ dataset: DATASET, code, area: '' });
    for (let day = FIRST_DAY; day <= LAST_DAY; day++)
      publish.observation(series, day, valueText(place, day), 1);
  }
  publish.commit();
  writer.close();
  return dataDir;
}

/** @returns a value with four decimals that differs from day to day and series to series. */
export function valueText(place: number, day: number): string {
  const mixed = Math.imul(day * 31 + place, 2654435761) >>> 0;
  return `${1000 + (mixed % 9000)}.${String(mixed % 9973).padStart(4, '0')}`;
}

/** @returns the path of a request for the first `series` codes and a range of days. */
export function question(series: number, from: number, to: number = LAST_DAY): string {
  const codes = CODES.slice(0, series).join(',');
  return `/api/v1/economic-data/${DATASET}?series=${codes}&date_from=${dateText(from)}&date_to=${dateText(to)}`;
}

function heldRows(dataDir: string): number {
  try {
    const reader = openReader(dataDir);
    const held = reader.holdings().find(({ dataset }) => dataset === DATASET)?.count ?? 0;
    reader.close();
    return held;
  } catch {
    // The folder has an older layout or is incomplete, so it is made again.
    return 0;
  }
}
