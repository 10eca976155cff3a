import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  openSettings,
  readRefreshSettings,
  shareOf,
} from '../../../service/ingest/schedule/settings-file.ts';

const DEFAULTS = {
  installation: expect.any(String),
  auto_refresh: true,
  allow_fred: false,
  contact: '',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps one installation and what the user chose', () => {
  const first = openSettings(folder);
  expect(first.read().auto_refresh).toBe(true);
  first.setAutoRefresh(false);
  const second = openSettings(folder);
  expect(second.read()).toEqual({
    ...DEFAULTS,
    installation: first.read().installation,
    auto_refresh: false,
  });
  expect(JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8'))).toEqual(second.read());
});

it.each(['', '{"auto_refresh":', '[]', '{"auto_refresh":"no"}'])(
  'begins anew where the file holds %j',
  (text) => {
    writeFileSync(path.join(folder, 'settings.json'), text);
    expect(openSettings(folder).read()).toEqual(DEFAULTS);
  },
);

it('keeps FRED and the contact, beside what else was chosen', () => {
  openSettings(folder).setAutoRefresh(false);
  const contact = 'me@example.org';
  openSettings(folder).setRefreshSettings({ allow_fred: true, contact: ` ${contact} ` });
  expect(openSettings(folder).read()).toEqual({
    installation: expect.any(String),
    auto_refresh: false,
    allow_fred: true,
    contact,
  });
  expect(readRefreshSettings(folder)).toEqual({ allow_fred: true, contact });
});

it.each(['two\nlines', 'me@example.org\r\n', 'x'.repeat(201), 'tab\t', 'zoë@example.org'])(
  'refuses %j as a contact and changes nothing',
  (contact) => {
    const settings = openSettings(folder);
    expect(() => settings.setRefreshSettings({ allow_fred: true, contact })).toThrow(
      expect.objectContaining({
        code: 'wrong_usage',
        message: expect.stringMatching(/^The contact .* 200 /),
      }),
    );
    expect(settings.read()).toEqual(DEFAULTS);
    expect(readRefreshSettings(folder)).toEqual({ allow_fred: false, contact: '' });
  },
);

it.each([{}, { allow_fred: 'yes', contact: 'a\nb' }, { allow_fred: null, contact: 7 }])(
  'takes the rest of a file that holds %j of how publishers are asked',
  (found) => {
    const text = JSON.stringify({ installation: 'one', auto_refresh: false, ...found });
    writeFileSync(path.join(folder, 'settings.json'), text);
    const expected = { ...DEFAULTS, installation: 'one', auto_refresh: false };
    expect(openSettings(folder).read()).toEqual(expected);
  },
);

it('reads without making a file', () => {
  expect(readRefreshSettings(folder)).toEqual({ allow_fred: false, contact: '' });
  expect(readdirSync(folder)).toEqual([]);
});

it('works with defaults where nothing can be written', () => {
  const settings = openSettings(path.join(folder, 'none'));
  expect(settings.read().auto_refresh).toBe(true);
  expect(() => settings.setAutoRefresh(false)).toThrow(/ENOENT/);
});

it('spreads installations and datasets evenly, always in the same way', () => {
  const shares = Array.from({ length: 2000 }, (_, i) => shareOf(`installation ${i}`, 'us_debt'));
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...shares)).toBeLessThan(1);
  for (const quarter of [0, 1, 2, 3]) {
    const inside = shares.filter((share) => Math.floor(share * 4) === quarter);
    expect(inside.length / shares.length).toBeCloseTo(0.25, 1);
  }
  expect(shareOf('one', 'us_debt')).toBe(shareOf('one', 'us_debt'));
  expect(shareOf('one', 'us_debt')).not.toBe(shareOf('one', 'yields'));
});
