import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportPath, startSettings } from '../../electron/start-settings.ts';
import { fits } from '../../service/contract/fits.ts';
import { DEFAULT_PAGE_PORT } from '../../service/contract/names.ts';
import { ServiceStart } from '../../service/contract/service-channel.ts';

afterEach(() => vi.unstubAllEnvs());

const CHOICES = {
  mode: 'browser',
  dataDir: '/nowhere',
  port: undefined,
  servicePort: undefined,
  pageSize: 5_000,
  sample: true,
  rendererDir: '/page',
  report: '/r.json',
} as const;

beforeEach(() => vi.stubEnv('ALMANAC_PAGE_PORT', ''));

test('a start has all fields of the contract, and its own secrets', () => {
  const [one, other] = [startSettings(CHOICES), startSettings(CHOICES)];
  const settings = one.now();
  expect(fits(ServiceStart, settings)).toBe(true);
  expect('port' in settings).toBe(false);
  expect(settings.page).toMatchObject({
    port: DEFAULT_PAGE_PORT,
    isPortFixed: false,
    sessionSecret: one.sessionSecret,
    controlSecret: one.controlSecret,
    shell: { pid: process.pid },
  });
  const secrets = [one, other].flatMap((each) => [each.sessionSecret, each.controlSecret]);
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

test.each([
  [4_999, { port: 4_999, isPortFixed: true }],
  [0, { port: 0, isPortFixed: false }],
])('a page port %i on the command line becomes %j', (port, page) => {
  expect(startSettings({ ...CHOICES, port }).now().page).toMatchObject(page);
});

test.each([
  ['4999', 4_999],
  ['0', 0],
  ['70000', DEFAULT_PAGE_PORT],
  ['x', DEFAULT_PAGE_PORT],
])('ALMANAC_PAGE_PORT %s replaces the usual port: %i', (text, port) => {
  vi.stubEnv('ALMANAC_PAGE_PORT', text);
  expect(startSettings(CHOICES).now().page).toMatchObject({ port, isPortFixed: false });
});

test('the settings take only the user’s keys from the environment', () => {
  vi.stubEnv('ALMANAC_KEY_BLS', 'a-key');
  vi.stubEnv('ALMANAC_CONTACT', 'me@example.org');
  expect(startSettings(CHOICES).now().page.environmentKeys).toMatchObject({ ALMANAC_KEY_BLS: 'a-key' });
  expect(JSON.stringify(startSettings(CHOICES).now())).not.toContain('me@example.org');
});

test('a start has the marks so far, and only the first start is reported', () => {
  const settings = startSettings(CHOICES);
  settings.mark('evaluated');
  const first = settings.now().page.startup;
  expect(first).toMatchObject({ report: '/r.json', marks: { evaluated: expect.any(Number) } });
  expect(Object.keys(first.marks)).toEqual(['evaluated']);
  settings.mark('ready');
  expect(settings.now().page.startup).toMatchObject({ report: null, marks: { ready: expect.any(Number) } });
});

test('the report goes to the path in the argument, otherwise in the environment', () => {
  const said = path.resolve('r.json');
  expect(reportPath(['.', '--startup-report', 'r.json'], {})).toBe(said);
  expect(reportPath(['--startup-report=r.json', '--other'], { ALMANAC_STARTUP_REPORT: 'x' })).toBe(said);
  expect(reportPath(['--other'], { ALMANAC_STARTUP_REPORT: 'r.json' })).toBe(said);
  expect(reportPath(['--startup-report'], {})).toBeUndefined();
  expect(reportPath([], {})).toBeUndefined();
});
