import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  installationShare,
  openScheduleSettings,
  readRefreshSettings,
} from '../../../service/ingest/schedule/settings-file.ts';

const DEFAULTS = {
  installation: expect.any(String),
  auto_refresh: true,
  allow_fred: false,
  contact: '',
};

let folder: string;
let logged: string[];
const open = (at = folder) =>
  openScheduleSettings(at, { now: () => new Date('2026-11-22T10:00:00Z'), log: (line) => logged.push(line) });
const hold = (text: string) => writeFileSync(path.join(folder, 'settings.json'), text);
const held = () => readFileSync(path.join(folder, 'settings.json'), 'utf8');

beforeEach(() => {
  logged = [];
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the file keeps the id of the installation and the user’s choices', () => {
  const first = open();
  expect(first.read().auto_refresh).toBe(true);
  first.setAutoRefresh(false);
  const second = open();
  expect(second.read()).toEqual({
    ...DEFAULTS,
    installation: first.read().installation,
    auto_refresh: false,
  });
  expect(JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8'))).toEqual(second.read());
});

it.each([
  ['', /line 1, column 1: the file is empty/],
  ['{"auto_refresh":', /line 1, column 17/],
  ['[]', /line 1, column 1: the settings must begin with \{/],
  [
    '{\n "auto_refresh": false,\n "contact": "me@example.org",\n}\n',
    /line 3, column 29: no comma may stand before \}/,
  ],
])(
  'an unreadable file %j is put aside and reported at each start, and switches nothing on',
  (text, problem) => {
    hold(text);
    const settings = open();
    const off = { ...DEFAULTS, auto_refresh: false };
    expect(settings.read()).toEqual(off);
    expect(readFileSync(path.join(folder, 'settings.json.unreadable-2026-11-22'), 'utf8')).toBe(text);
    expect(settings.notes()).toEqual([expect.stringMatching(problem)]);
    expect(settings.notes()[0]).toMatch(/put aside as settings\.json\.unreadable-2026-11-22\.$/);
    expect(logged).toEqual(settings.notes());
    // The next start and the command line report the file again, and put nothing else aside.
    const next = open();
    expect(next.read()).toEqual(settings.read());
    expect(next.notes()).toEqual(settings.notes());
    expect(readRefreshSettings(folder)).toEqual({ allow_fred: false, contact: '', notes: settings.notes() });
    expect(readdirSync(folder)).toHaveLength(2);
    // After a change of a setting, the file is no longer reported.
    next.setRefreshSettings({ allow_fred: false, contact: 'me@example.org' });
    expect(next.read()).toEqual({ ...next.read(), auto_refresh: false, contact: 'me@example.org' });
    expect([next.notes(), open().notes()]).toEqual([[], []]);
  },
);

it('nothing is switched on if the file can be neither read nor put aside', () => {
  hold('{"auto_refresh": false,}');
  mkdirSync(path.join(folder, 'settings.json.new'));
  utimesSync(path.join(folder, 'settings.json.new'), 0, 0);
  const settings = open();
  expect(settings.read()).toEqual({ ...DEFAULTS, auto_refresh: false });
  expect(settings.notes()).toEqual([expect.stringMatching(/line 1, column 23.*were not changed/)]);
  expect(() => settings.setAutoRefresh(true)).toThrow(/not changed/);
  expect(settings.read().auto_refresh).toBe(false);
  expect(held()).toBe('{"auto_refresh": false,}');
});

it('reading alone reports an unreadable file, and leaves it there', () => {
  hold('{"allow_fred": true,}');
  expect(readRefreshSettings(folder)).toEqual({
    allow_fred: false,
    contact: '',
    notes: [expect.stringMatching(/line 1, column 20/)],
  });
  expect(held()).toBe('{"allow_fred": true,}');
});

it('a change keeps handwritten text, character for character', () => {
  const written = '{\n  "allowed_origins": ["https://dash.example"],\n  "mine": 0.10\n}\n';
  hold(written);
  const settings = open();
  // The file has nothing about refreshes, as on a first start.
  expect(settings.read()).toEqual(DEFAULTS);
  const { installation } = settings.read();
  const before = written.replace(/\n}\n$/, `,\n  "installation": ${JSON.stringify(installation)}`);
  expect(held()).toBe(`${before}\n}\n`);
  open().setAutoRefresh(false);
  expect(held()).toBe(`${before},\n  "auto_refresh": false\n}\n`);
  expect(open().read()).toEqual({ ...DEFAULTS, installation, auto_refresh: false });
  expect(logged).toEqual([]);
});

it('a change loses no change of another process', () => {
  const [serve, other] = [open(), open()];
  serve.setAutoRefresh(false);
  other.setRefreshSettings({ allow_fred: true, contact: 'me@example.org' });
  expect(open().read()).toMatchObject({ auto_refresh: false, allow_fred: true, contact: 'me@example.org' });
  expect(other.read()).toEqual(open().read());
});

it('the settings follow changes by another process, but not an unreadable file', () => {
  const settings = open();
  const { installation } = settings.read();
  const change = (values: object) => hold(JSON.stringify({ installation, ...values }));
  change({ auto_refresh: false, contact: 'me@example.org' });
  expect(settings.read()).toEqual({ ...DEFAULTS, auto_refresh: false, contact: 'me@example.org' });
  hold('{"auto_refresh": tru');
  expect(settings.read()).toMatchObject({ auto_refresh: false, contact: 'me@example.org' });
  const told = /^settings\.json cannot be read \(line 1, column 18.*The earlier settings still apply\.$/;
  expect(settings.notes()).toEqual([expect.stringMatching(told)]);
  expect([settings.notes(), logged]).toEqual([logged, logged]);
  change({ auto_refresh: 'yes' });
  expect(settings.read().auto_refresh).toBe(false);
  expect(settings.notes()).toEqual([expect.stringMatching(/"auto_refresh" must be true or false/)]);
  change({});
  expect([settings.read(), settings.notes()]).toEqual([{ ...DEFAULTS, installation }, []]);
  settings.setAutoRefresh(false);
  rmSync(path.join(folder, 'settings.json'));
  expect(settings.read()).toEqual({ ...DEFAULTS, installation });
});

it.each([
  ['auto_refresh', '"yes"', /"auto_refresh" must be true or false, without quotes\. .* counts as off\./],
  ['auto_refresh', 'null', /"auto_refresh" must be true or false/],
  ['allow_fred', '1', /"allow_fred" must be true or false/],
  ['contact', '["me@example.org"]', /"contact" must be one line .* counts as unset\./],
  ['installation', '7', /"installation" must be text/],
] as const)('a wrong %s (%s) counts as off and is reported, and the file stays', (name, value, note) => {
  const right = {
    installation: '"one"',
    auto_refresh: 'true',
    allow_fred: 'true',
    contact: '"me@example.org"',
  };
  const values = { ...right, [name]: value };
  const text = `{${Object.entries(values)
    .map(([key, each]) => `"${key}": ${each}`)
    .join(', ')}}`;
  hold(text);
  const off = { installation: expect.any(String), auto_refresh: false, allow_fred: false, contact: '' };
  const settings = open();
  expect(settings.read()).toEqual({
    ...{ installation: 'one', auto_refresh: true, allow_fred: true, contact: 'me@example.org' },
    [name]: off[name],
  });
  expect(settings.read().installation).not.toBe('');
  expect(settings.notes()).toEqual([expect.stringMatching(note)]);
  expect(readRefreshSettings(folder).notes).toEqual(settings.notes());
  expect(held()).toBe(text);
});

it('the choice of FRED and the contact are stored, and the other settings stay', () => {
  open().setAutoRefresh(false);
  const contact = 'me@example.org';
  open().setRefreshSettings({ allow_fred: true, contact: ` ${contact} ` });
  expect(open().read()).toEqual({
    installation: expect.any(String),
    auto_refresh: false,
    allow_fred: true,
    contact,
  });
  expect(readRefreshSettings(folder)).toEqual({ allow_fred: true, contact, notes: [] });
});

it.each(['two\nlines', 'me@example.org\r\n', 'x'.repeat(201), 'tab\t', 'zoë@example.org'])(
  'the contact %j is refused, and nothing changes',
  (contact) => {
    const settings = open();
    expect(() => settings.setRefreshSettings({ allow_fred: true, contact })).toThrow(
      expect.objectContaining({
        code: 'wrong_usage',
        message: expect.stringMatching(/^The contact .* 200 /),
      }),
    );
    expect(settings.read()).toEqual(DEFAULTS);
    expect(readRefreshSettings(folder)).toEqual({ allow_fred: false, contact: '', notes: [] });
  },
);

it('reading makes no file', () => {
  expect(readRefreshSettings(folder)).toEqual({ allow_fred: false, contact: '', notes: [] });
  expect(readdirSync(folder)).toEqual([]);
});

it('the defaults apply if nothing can be written', () => {
  const settings = open(path.join(folder, 'none'));
  expect(settings.read().auto_refresh).toBe(true);
  expect(() => settings.setAutoRefresh(false)).toThrow(/not there any more/);
});

it('refreshes of installations and datasets are spread evenly, the same way each time', () => {
  const shares = Array.from({ length: 2000 }, (_, i) => installationShare(`installation ${i}`, 'us_debt'));
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...shares)).toBeLessThan(1);
  for (const quarter of [0, 1, 2, 3]) {
    const inside = shares.filter((share) => Math.floor(share * 4) === quarter);
    expect(inside.length / shares.length).toBeCloseTo(0.25, 1);
  }
  expect(installationShare('one', 'us_debt')).toBe(installationShare('one', 'us_debt'));
  expect(installationShare('one', 'us_debt')).not.toBe(installationShare('one', 'yields'));
});
