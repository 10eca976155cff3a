import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStartup, reportPath } from '../../electron/startup.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-startup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(report: string | undefined) {
  let now = 0;
  const lines: string[] = [];
  const startup = createStartup({
    mode: 'browser',
    version: '1.2.3',
    report,
    log: (line) => lines.push(line),
    origin: 1_000_000,
    sinceOrigin: () => now,
  });
  const at = (ms: number): void => {
    now = ms;
  };
  return { startup, at, lines };
}

test('marks count from the start of the process, each the first time only', () => {
  const { startup, at } = open(undefined);
  at(12.34);
  startup.mark('evaluated');
  at(90);
  startup.mark('evaluated');
  startup.mark('listening');
  startup.fromPage({ first_paint: 1_000_200.04, data_visible: 1_000_500 });
  startup.fromPage({ first_paint: 1_009_000, data_visible: 1_009_000 });
  expect(startup.marks()).toEqual({ evaluated: 12.3, listening: 90, first_paint: 200, data_visible: 500 });
});

test('the report is complete after each mark', async () => {
  const report = path.join(folder, 'made', 'report.json');
  const { startup, at } = open(report);
  const read = async (): Promise<unknown> => JSON.parse(await readFile(report, 'utf8'));
  at(5);
  startup.mark('evaluated');
  await startup.written();
  expect(await read()).toMatchObject({ mode: 'browser', version: '1.2.3', marks: { evaluated: 5 } });
  startup.mark('ready');
  startup.mark('listening');
  startup.fromPage({ first_paint: 1_000_010, data_visible: 1_000_020 });
  await startup.written();
  expect(await read()).toMatchObject({
    marks: { evaluated: 5, ready: 5, listening: 5, first_paint: 10, data_visible: 20 },
  });
  expect(await readdir(path.dirname(report))).toEqual(['report.json']);
});

test('a report that cannot be written is logged, and the app goes on', async () => {
  await writeFile(path.join(folder, 'file'), '');
  const { startup, lines } = open(path.join(folder, 'file', 'report.json'));
  startup.mark('evaluated');
  await startup.written();
  expect([startup.marks(), lines.length]).toEqual([{ evaluated: 0 }, 1]);
});

test('the report goes where an argument says, otherwise where the environment says', () => {
  const said = path.resolve('r.json');
  expect(reportPath(['.', '--startup-report', 'r.json'], {})).toBe(said);
  expect(reportPath(['--startup-report=r.json', '--other'], { ALMANAC_STARTUP_REPORT: 'x' })).toBe(said);
  expect(reportPath(['--other'], { ALMANAC_STARTUP_REPORT: 'r.json' })).toBe(said);
  expect(reportPath(['--startup-report'], {})).toBeUndefined();
  expect(reportPath([], {})).toBeUndefined();
});
