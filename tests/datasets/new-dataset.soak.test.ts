import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HARBOUR_FLEETS, PORT_CALLS } from './toy-datasets.ts';

/** Adds two datasets to a copy of the service, as `service/README.md` describes. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'almanac-new-dataset-'));
const at = (...parts: string[]) => path.join(copy, ...parts);

/** Prints the API's answers to the paths after the folder: JSON, or the text of a CSV. */
const ASK = `
import { composeApp } from './service/compose-app.ts';
const [dataDir, sample, ...paths] = process.argv.slice(2);
const composed = await composeApp({
  dataDir, port: 80, pageSize: 5000, sample: sample === 'sample',
  internalCredential: 'c', now: () => new Date('2026-11-22T12:00:00Z'), log: () => undefined,
});
const answers = [];
for (const url of paths) {
  const { payload } = await composed.app.inject({ url, headers: { host: 'localhost:80', authorization: 'Bearer c' } });
  answers.push(payload.startsWith('{') ? JSON.parse(payload) : payload);
}
await composed.close();
console.log(JSON.stringify(answers));
`;
const SEARCH = `
import { searchCatalogue } from './service/datasets/search.ts';
console.log(searchCatalogue(process.argv[2]).map(({ series }) => series.code).join());
`;

/** Adds to a table's file an import at the top, and `entry` before the line `before`. */
function addLine(file: string, importLine: string, before: string, entry: string): void {
  const text = readFileSync(at(file), 'utf8');
  expect(text).toContain(before);
  writeFileSync(at(file), `${importLine}\n${text.replace(before, `${entry}\n${before}`)}`);
}

function addDefinition(id: string, name: string, { definition, source }: typeof PORT_CALLS): void {
  mkdirSync(at('service/datasets', id));
  writeFileSync(at('service/datasets', id, 'definition.ts'), definition);
  writeFileSync(at('service/datasets', id, 'source.ts'), source);
  addLine(
    'service/datasets/index.ts',
    `import { ${name} } from './${id}/definition.ts';`,
    '  YIELDS,\n',
    `  ${name},`,
  );
}

function addSource(id: string, name: string): void {
  addLine(
    'service/datasets/sources/index.ts',
    `import { ${name}_SOURCE } from '../${id}/source.ts';`,
    '  yields: YIELDS_SOURCE,\n',
    `  ${id}: ${name}_SOURCE,`,
  );
}

function run(...words: string[]): string {
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  return execFileSync(process.execPath, words, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
}

/** @returns the compiler's errors in the copy; '' if there are none. */
function typeErrors(): string {
  const projects = ['service/contract', 'service/series-math', 'service/view', 'service'];
  try {
    return run('node_modules/typescript/bin/tsc', '-b', ...projects);
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}

const cli = (...words: string[]) => run('service/cli/main.ts', ...words);
const ask = (folder: string, kind: 'sample' | 'held', ...paths: string[]) =>
  JSON.parse(run('ask.mjs', at(folder), kind, ...paths));
const entryOf = (catalog: { datasets: { id: string }[] }, id: string) =>
  catalog.datasets.find((dataset) => dataset.id === id);

beforeAll(() => {
  for (const name of ['service', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, name), at(name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  writeFileSync(at('ask.mjs'), ASK);
  writeFileSync(at('search.mjs'), SEARCH);
  addDefinition('port_calls', 'PORT_CALLS', PORT_CALLS);
  addDefinition('harbour_fleets', 'HARBOUR_FLEETS', HARBOUR_FLEETS);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the compiler names the datasets without a source', { timeout: 240_000 }, () => {
  expect(typeErrors()).toMatch(
    /missing the following properties.*: (port_calls, harbour_fleets|harbour_fleets, port_calls)/,
  );
  addSource('port_calls', 'PORT_CALLS');
  expect(typeErrors()).toMatch(/Property 'harbour_fleets' is missing/);
  addSource('harbour_fleets', 'HARBOUR_FLEETS');
  expect(typeErrors()).toBe('');
});

it('a new dataset’s observations are in API, catalogue, search, sample, import and export', {
  timeout: 120_000,
}, () => {
  const data = '/api/v1/economic-data/port_calls?series=ships_called&date_from=2026-10-01&date_to=2026-11-20';
  const [sample, catalog, openapi] = ask('sample', 'sample', data, '/api/v1/catalog', '/openapi.json');
  expect(entryOf(catalog, 'port_calls')).toMatchObject({
    title: 'Calls of ships at ports',
    origin: 'sample',
  });
  expect(sample.data.at(-1)).toMatchObject({ date: '2026-11-14', series: 'ships_called' });
  expect(Object.keys(openapi.paths)).toContain('/api/v1/economic-data/port_calls');
  expect(run('search.mjs', 'harbour').trim()).toBe('ships_called,HULL');

  writeFileSync(at('own.csv'), 'WEEK,SHIPS\n2026-10-31,120\n2026-11-07,118\n');
  writeFileSync(at('long.csv'), 'dataset,series,date,value\nport_calls,ships_called,2026-11-14,131\n');
  cli('import', 'own.csv', 'long.csv', '--data-dir', at('held'));
  const [held, catalogNow] = ask('held', 'held', data, '/api/v1/catalog');
  expect(held.data.map(({ value }: { value: string }) => value)).toEqual(['120', '118', '131']);
  expect(entryOf(catalogNow, 'port_calls')).toMatchObject({
    freshness: { state: 'current', expected_last_date: '2026-11-14' },
  });
  expect(cli('export', 'port_calls', '--format', 'csv', '--data-dir', at('held'))).toContain(
    '2026-11-07,ships_called,118',
  );

  writeFileSync(at('wrong.csv'), 'WEEK,SHIPS\n2026-11-06,118\n');
  expect(() => cli('import', 'wrong.csv', '--data-dir', at('held'))).toThrow(/dated by their Saturday/);
});

it('a new dataset’s lists are there too, separate from the constituents', { timeout: 120_000 }, () => {
  const [sample, own, openapi] = ask(
    'sample',
    'sample',
    '/harbour_fleets/series=HULL',
    '/constituents/series=SP500?limit=1',
    '/openapi.json',
  );
  expect(sample).toMatchObject({ rows: [{ series: 'HULL', name: 'Made Up' }], total_rows: 1 });
  expect(own.total_rows).toBe(500);
  expect(Object.keys(openapi.paths)).toContain('/harbour_fleets/series={code}');

  writeFileSync(at('fleet.csv'), 'SHIP,OWNER,SHARE\nArgo,Smith,60\nBelle,Jones,40\n');
  const long = 'series,as_of,ticker,name,sector,weight\n';
  writeFileSync(at('hull.csv'), `${long}HULL,2026-11-05,ARG,Argo,Smith,100\n`);
  writeFileSync(at('mine.csv'), `${long}MINE,2026-11-05,ABC,Abc,,100\n`);
  cli('import', 'hull.csv', 'fleet.csv', 'mine.csv', '--data-dir', at('lists'));
  const [fleet, csv, mine, wrong, catalog] = ask(
    'lists',
    'held',
    '/harbour_fleets/series=HULL',
    '/harbour_fleets/series=HULL?format=csv',
    '/constituents/series=MINE',
    '/constituents/series=HULL',
    '/api/v1/catalog',
  );
  expect(fleet.rows.map(({ name, weight }: Record<string, string>) => [name, weight])).toEqual([
    ['Argo', '60'],
    ['Belle', '40'],
  ]);
  expect(csv).toContain(',BEL,Belle,Jones,40');
  expect(mine.rows).toHaveLength(1);
  expect(wrong).toEqual({ detail: 'Unknown series: HULL' });
  expect(entryOf(catalog, 'harbour_fleets')).toMatchObject({ origin: 'file', count: 2 });
  expect(entryOf(catalog, 'constituents')).toMatchObject({ origin: 'file', count: 1 });
  const exported = cli('export', 'harbour_fleets', '--format', 'csv', '--data-dir', at('lists'));
  expect(exported.trim().split('\n')).toHaveLength(3);
  expect(cli('explain', 'harbour_fleets', 'HULL', '2026-11-05', '--data-dir', at('lists'))).toContain(
    'hull.csv',
  );
});
