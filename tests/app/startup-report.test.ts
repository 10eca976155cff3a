import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStartupReport } from '../../service/app/startup-report.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-startup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ORIGIN = 1_000_000;

function open(report: string | null) {
  const lines: string[] = [];
  const startup = openStartupReport({
    mode: 'browser',
    version: '1.2.3',
    startup: { origin: ORIGIN, marks: { evaluated: 12.3, ready: 20 }, report },
    log: (line) => lines.push(line),
  });
  return { startup, lines };
}

test('marks count from the start of the shell, each the first time only', async () => {
  const { startup } = open(null);
  await startup.fromPage({ first_paint: ORIGIN + 200.04, data_visible: ORIGIN + 500 });
  await startup.fromPage({ first_paint: ORIGIN + 9_000, data_visible: ORIGIN + 9_000 });
  expect(startup.marks()).toEqual({ evaluated: 12.3, ready: 20, first_paint: 200, data_visible: 500 });
});

test('the report is complete after each mark', async () => {
  const report = path.join(folder, 'made', 'report.json');
  const { startup } = open(report);
  const read = async (): Promise<unknown> => JSON.parse(await readFile(report, 'utf8'));
  await startup.listening();
  expect(await read()).toMatchObject({
    mode: 'browser',
    version: '1.2.3',
    marks: { evaluated: 12.3, ready: 20, listening: expect.any(Number) },
  });
  await startup.fromPage({ first_paint: ORIGIN + 10, data_visible: ORIGIN + 20 });
  expect(await read()).toMatchObject({ marks: { first_paint: 10, data_visible: 20 } });
  expect(await readdir(path.dirname(report))).toEqual(['report.json']);
});

test('a report that cannot be written is logged, and the app continues', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { startup, lines } = open(path.join(folder, 'file', 'report.json'));
  await startup.listening();
  expect([Object.keys(startup.marks()), lines.length]).toEqual([['evaluated', 'ready', 'listening'], 1]);
});
