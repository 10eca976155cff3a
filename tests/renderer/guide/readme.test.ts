import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../../../electron/launch/node-version.mjs';
import { guideParts } from '../../../renderer/guide/find-parts.ts';
import { COMMANDS } from '../../../service/cli/commands.ts';
import { DATASETS, type DatasetId } from '../../../service/datasets/index.ts';
import { dataFolder } from '../../../service/process/data-folder.ts';
import { PAGES, ROOT } from './guide-files.ts';

const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
/** The cells of each row of the table that has `head` as its first heading. */
function rowsUnder(head: string): string[][] {
  const lines = README.slice(README.indexOf(`| ${head} `)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

/** The name of each dataset in README. */
const NAMES: Readonly<Record<DatasetId, string>> = {
  us_debt: 'National debt',
  yields: 'Treasury par yields',
  ui_weekly_claims: 'Unemployment insurance claims, national',
  ui_state_weekly_claims: 'Unemployment insurance claims',
  factors_affecting_reserve_balances: 'Factors affecting reserve balances',
  jolts: 'Job openings',
  personal_income_and_outlays: 'Personal income',
  us_exports: 'Exports of goods by world region',
  constituents: 'Constituents',
};

describe('README', () => {
  it('is short and opens with the picture of Explore', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(200);
    const [, picture = ''] = /^# Almanac\n\n!\[[^\]]{20,}\]\(([^)]+)\)/.exec(README) ?? [];
    expect(statSync(path.join(ROOT, picture)).size).toBeLessThanOrEqual(250 * 1024);
    expect(readFileSync(path.join(ROOT, picture)).subarray(1, 4).toString()).toBe('PNG');
  });

  it('leads to files and parts of the guide that exist', () => {
    const addresses = new Set(guideParts(PAGES).map(({ address }) => address));
    const links = [...README.matchAll(/\]\((?!https:)([^)#]+)(#[^)]*)?\)/g)];
    for (const [, file = '', part = ''] of links) {
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
      const [, page] = /^renderer\/guide\/pages\/(.*)\.md$/.exec(file) ?? [];
      if (page !== undefined) expect(addresses.has(`/guide/${page}${part}`), file + part).toBe(true);
    }
    expect(links.length).toBeGreaterThan(15);
  });

  it('names every dataset with the frequency in which it is published', () => {
    const rows = rowsUnder('Data');
    for (const { id, frequency, release } of DATASETS) {
      const row = rows.find(([name]) => name?.startsWith(NAMES[id]));
      expect(row?.[1], id).toBe(release.isUnscheduled ? 'as imported' : frequency.toLowerCase());
    }
    expect(rows).toHaveLength(DATASETS.length - 1);
    expect(README).toContain('all nine datasets');
    expect(DATASETS).toHaveLength(9);
  });

  it('names every command, and no other', () => {
    const named = rowsUnder('Command').flatMap(([cell = '']) =>
      [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name),
    );
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  });

  it('names the folders of the data', () => {
    const folders = rowsUnder('System').map(([, cell = '']) => /`([^`]+)`/.exec(cell)?.[1]);
    const on = (platform: NodeJS.Platform, home: string, environment = {}) =>
      dataFolder(undefined, { platform, environment, home });
    expect(folders).toEqual([
      on('linux', '/~').slice(1),
      on('darwin', '/~').slice(1),
      on('win32', '', { APPDATA: '%APPDATA%' }).replace(/^.*(?=%APPDATA%)/, ''),
    ]);
  });
});

describe('releases', () => {
  const CHANGELOG = readFileSync(path.join(ROOT, '.github/CHANGELOG.md'), 'utf8');
  const sections = [...CHANGELOG.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const released = sections
    .slice(1)
    .map((heading) => /^(\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/.exec(heading)?.[1]);

  /** The tags that a page names or clones; ‘v…’ stands for any release. */
  const tagsIn = (page: string) =>
    [...page.matchAll(/\bv\d+\.\d+\.\d+\b|(?<=--branch[ =])[^\s`]+/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag !== 'v…');

  it('stand in the changelog, the newest first, with the version of package.json', () => {
    expect(sections[0]).toBe('Unreleased');
    expect(released).not.toContain(undefined);
    expect(released).toEqual(released.toSorted((a = '', b = '') => compareVersions(b, a)));
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(released[0] ?? version).toBe(version);
  });

  it('are found if a page names one', () => {
    const page =
      'Take `v9.9.9`, or\ngit clone --branch v8.0.0 --depth 1 URL, `--branch v$version`, `--branch v…`';
    expect(tagsIn(page)).toEqual(['v9.9.9', 'v8.0.0', 'v$version']);
  });

  it('are the only ones that a page names', () => {
    const pages = globSync(['*.md', '.github/**/*.md', '{electron,renderer,service,tests}/**/*.md'], {
      cwd: ROOT,
    });
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', '.github/CHANGELOG.md', 'service/team/README.md']),
    );
    const wrong = pages.flatMap((page) =>
      tagsIn(readFileSync(path.join(ROOT, page), 'utf8'))
        .filter((tag) => !released.includes(tag.slice(1)))
        .map((tag) => `${page} names ${tag}, which is no release of the changelog.`),
    );
    expect(wrong).toEqual([]);
  });
});
