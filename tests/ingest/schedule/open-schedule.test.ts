import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import type { Origin } from '../../../service/contract/catalog.ts';
import { openSchedule, type Schedule } from '../../../service/ingest/schedule/index.ts';
import { openReader, openWriter, type Reader } from '../../../service/store/index.ts';

let folder: string;
let reader: Reader;
let schedule: Schedule | undefined;
let now: number;
let asked: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-schedule-'));
  now = Date.parse('2026-11-20T12:00:00Z');
  asked = [];
});
afterEach(async () => {
  await schedule?.close();
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

function publish(
  dataset: string,
  code: string,
  date: string,
  origin: Origin,
  kind: 'import' | 'refresh',
): void {
  const writer = openWriter(folder);
  const location = kind === 'refresh' ? 'https://publisher.example/file' : 'file.csv';
  const fetchedAt = new Date(now).toISOString();
  const run = writer.begin({ kind, dataset, origin, source: 'test', location, sha256: '', fetchedAt });
  run.observation(run.series({ dataset, code, area: '' }), dayNumber(date) ?? 0, '1', 1);
  run.commit();
  writer.close();
}

function open(): Schedule {
  reader = openReader(folder);
  schedule = openSchedule({
    dataDir: folder,
    reader,
    now: () => new Date(now),
    log: () => undefined,
    isRefreshable: () => true,
    refresh: async (dataset) => {
      asked.push(dataset);
      return 0;
    },
    tickMs: 2,
  });
  return schedule;
}

const of = (dataset: string) => schedule?.state().datasets.find((one) => one.dataset === dataset);

it('the schedule checks clock and data by itself, and refreshes data that are due and came from a refresh', async () => {
  publish('us_debt', 'total_public_debt_outstanding', '2026-11-10', 'publisher', 'refresh');
  publish('yields', 'US10Y', '2026-11-10', 'file', 'import');
  open();
  expect(of('us_debt')).toMatchObject({
    can_refresh: true,
    is_running: false,
    last_run: { kind: 'refresh', location: 'https://publisher.example/file', added: 1, revised: 0 },
    last_checked: '2026-11-20T12:00:00.000Z',
  });
  expect(Date.parse(of('us_debt')?.next_refresh ?? '')).toBeLessThan(now);
  expect(of('yields')).toMatchObject({ next_refresh: null, last_checked: null });
  expect(of('jolts')).toMatchObject({ next_refresh: null, last_run: null });
  now += 61_000;
  await vi.waitFor(() => expect(asked).toEqual(['us_debt']));
  // The refresh found nothing new: the next attempt is a quarter of an hour later.
  await vi.waitFor(() => expect(of('us_debt')?.next_refresh).toBe('2026-11-20T12:16:01.000Z'));
});

it('the schedule finds the last refresh before a later import', () => {
  publish('us_debt', 'total_public_debt_outstanding', '2026-11-10', 'publisher', 'refresh');
  publish('us_debt', 'total_public_debt_outstanding', '2026-11-09', 'file', 'import');
  const runs = open().runs(10);
  expect(runs.map(({ kind, added }) => [kind, added])).toEqual([
    ['import', 1],
    ['refresh', 1],
  ]);
  expect(of('us_debt')).toMatchObject({
    last_run: { kind: 'import' },
    last_checked: '2026-11-20T12:00:00.000Z',
  });
  expect(of('us_debt')?.next_refresh).not.toBeNull();
});

it('the schedule refreshes nothing while it is switched off, even after a restart', async () => {
  publish('us_debt', 'total_public_debt_outstanding', '2026-11-10', 'publisher', 'refresh');
  expect(open().setAutoRefresh(false)).toMatchObject({ auto_refresh: false });
  await schedule?.close();
  reader.close();
  expect(open().state().auto_refresh).toBe(false);
  expect(of('us_debt')?.next_refresh).toBeNull();
});
