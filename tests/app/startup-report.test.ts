import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStartupReport } from '../../service/app/open-app.ts';
import { scriptedPage } from './page-service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-startup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param origin when the shell started: a second before this. */
function open(report: string | null, origin = performance.timeOrigin + performance.now() - 1000) {
  const lines: string[] = [];
  const startup = openStartupReport({
    mode: 'browser',
    version: '1.2.3',
    startup: { origin, marks: { evaluated: 12.3, ready: 90 }, report },
    log: (line) => lines.push(line),
  });
  return { startup, lines, origin };
}

test('marks count from the start of the shell, each the first time only', async () => {
  const { startup, origin } = open(null);
  expect(startup.marks()).toEqual({ evaluated: 12.3, ready: 90 });
  await startup.listening();
  const { listening = 0 } = startup.marks();
  expect(listening).toBeGreaterThanOrEqual(1000);
  expect(listening).toBeLessThan(60_000);
  await startup.fromPage({ first_paint: origin + 200.04, data_visible: origin + 500 });
  await startup.fromPage({ first_paint: origin + 9000, data_visible: origin + 9000 });
  expect(startup.marks()).toEqual({
    evaluated: 12.3,
    ready: 90,
    listening,
    first_paint: 200,
    data_visible: 500,
  });
});

test('the report is complete after each mark', async () => {
  const report = path.join(folder, 'made', 'report.json');
  const { startup, origin } = open(report);
  const read = async (): Promise<unknown> => JSON.parse(await readFile(report, 'utf8'));
  await startup.listening();
  const listening = expect.any(Number);
  expect(await read()).toEqual({
    ...{ mode: 'browser', version: '1.2.3', unit: 'ms since the process started' },
    marks: { evaluated: 12.3, ready: 90, listening },
  });
  await startup.fromPage({ first_paint: origin + 10, data_visible: origin + 20 });
  expect(await read()).toMatchObject({
    marks: { evaluated: 12.3, ready: 90, listening, first_paint: 10, data_visible: 20 },
  });
  expect(await readdir(path.dirname(report))).toEqual(['report.json']);
});

test('a report that cannot be written is logged, and the app continues', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { startup, lines } = open(path.join(folder, 'file', 'report.json'));
  await startup.listening();
  expect([startup.marks().evaluated, lines.length]).toEqual([12.3, 1]);
});

test('the page reports its marks', async () => {
  const report = path.join(folder, 'report.json');
  const { post } = await scriptedPage({ page: { startup: { origin: 1_000_000, marks: {}, report } } });
  const marks = { first_paint: 1_000_001.5, data_visible: 1_000_002.5 };
  expect((await post('startup-marks', marks)).status).toBe(200);
  expect(JSON.parse(await readFile(report, 'utf8')).marks).toEqual({ first_paint: 1.5, data_visible: 2.5 });
  expect((await post('startup-marks', { ...marks, first_paint: -1 })).status).toBe(422);
});
