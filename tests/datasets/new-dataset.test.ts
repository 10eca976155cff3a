import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A newcomer is added to a copy of the service as `service/README.md` says: one folder, and one line in each of two tables. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(path.join(tmpdir(), 'almanac-new-dataset-'));
const at = (...parts: string[]) => path.join(copy, ...parts);

const DEFINITION = `
import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { PUBLIC_DOMAIN } from '../licence.ts';
import type { ObservationsDefinition } from '../types.ts';

export const PORT_CALLS: ObservationsDefinition<'port_calls'> = {
  id: 'port_calls',
  kind: 'observations',
  group: 'economic-data',
  title: 'Calls of ships at ports',
  description: 'Ships that called at a port in the week.',
  frequency: 'Weekly',
  publisher: 'Port Office',
  source: { name: 'Port calls', url: 'https://example.invalid/ports' },
  licence: PUBLIC_DOMAIN,
  release: { ...EXACT, text: 'The Monday after', timeEastern: '09:00', day: (day) => businessDayOnOrAfter(day + 2) },
  observedOn: 'Saturday',
  historyFrom: '2020-01-04',
  byState: false,
  headline: 'ships_called',
  notes: ['Ferries are not counted.'],
  series: [
    {
      code: 'ships_called',
      title: 'Ships that called',
      description: 'Ships that called at a port in the week.',
      group: 'Ports',
      unit: 'ships',
      unitShort: 'ships',
      multiplier: 0,
      frequency: 'Weekly',
      frequencyDetail: 'Weekly, ending Saturday',
      seasonalAdjustment: 'NSA',
      defaultAggregation: 'avg',
      allowedAggregations: ['avg', 'sum', 'eop'],
      publisherIds: [],
      synonyms: ['harbour', 'shipping', 'vessels'],
      counted: 'ships',
    },
  ],
};
`;
const SOURCE = `
import { isoDay, refuseDate } from '../../sources/cells.ts';
import { readCsv } from '../../sources/csv-records.ts';
import type { Format } from '../../sources/types.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { PORT_CALLS } from './definition.ts';

const PORTS_CSV: Format = {
  id: 'ports-csv',
  title: 'Port calls (CSV)',
  recognise: ({ firstLine }) => firstLine === 'WEEK,SHIPS',
  open({ file, target }) {
    let series = -1;
    return readCsv({
      file,
      onRecord([date = '', value = ''], line) {
        if (line === 1) {
          series = target.series(PORT_CALLS.id, PORT_CALLS.headline, '', { date: 'WEEK', value: 'SHIPS' });
          return undefined;
        }
        target.observation(series, isoDay(date) ?? refuseDate(file, line, 'WEEK', date, 'YYYY-MM-DD'), value, line);
        return undefined;
      },
      onEnd: () => undefined,
    });
  },
};

export const PORT_CALLS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [],
  formats: [PORTS_CSV],
  sample: (daysOf) => {
    const days = daysOf(PORT_CALLS.headline);
    return [{ code: PORT_CALLS.headline, area: '', days, values: days.map((_, i) => String(100 + (i % 7))) }];
  },
};
`;
const ASK = `
import { composeApp } from './service/compose.ts';
import { searchCatalogue } from './service/datasets/search.ts';
const composed = await composeApp({
  dataDir: process.argv[2], port: 80, pageSize: 5000, sample: process.argv[3] === 'sample',
  internalCredential: 'c', now: () => new Date('2026-11-22T12:00:00Z'), log: () => undefined,
});
const ask = async (url) => {
  const { payload } = await composed.app.inject({ url, headers: { host: 'localhost:80', authorization: 'Bearer c' } });
  return JSON.parse(payload);
};
const data = await ask('/api/v1/economic-data/port_calls?series=ships_called&date_from=2026-10-01&date_to=2026-11-20');
const catalog = await ask('/api/v1/catalog');
const openapi = await ask('/openapi.json');
await composed.close();
console.log(JSON.stringify({
  data, entry: catalog.datasets.find(({ id }) => id === 'port_calls'),
  found: searchCatalogue('harbour').map(({ series }) => series.code),
  isDescribed: Object.keys(openapi.paths).some((path) => path.endsWith('/port_calls')),
}));
`;

/** Adds what a table lacks: an import before its first line, and `entry` before the first line that is only `after`. */
function addLine(file: string, importLine: string, after: string, entry: string): void {
  const text = readFileSync(at(file), 'utf8');
  expect(text).toContain(after);
  writeFileSync(at(file), `${importLine}\n${text.replace(after, `${entry}\n${after}`)}`);
}

function run(...words: string[]): string {
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  return execFileSync(process.execPath, words, { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
}

const types = () =>
  run(
    'node_modules/typescript/bin/tsc',
    '-b',
    'service/contract',
    'service/series-math',
    'service/view',
    'service',
  );
const cli = (...words: string[]) => run('service/cli/main.ts', ...words);
const ask = (folder: string, ...words: string[]) => JSON.parse(run('ask.mjs', at(folder), ...words));

beforeAll(() => {
  for (const name of ['service', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, name), at(name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), at('node_modules'));
  mkdirSync(at('service/datasets/port_calls'));
  writeFileSync(at('service/datasets/port_calls/definition.ts'), DEFINITION);
  writeFileSync(at('service/datasets/port_calls/source.ts'), SOURCE);
  writeFileSync(at('ask.mjs'), ASK);
  addLine(
    'service/datasets/index.ts',
    "import { PORT_CALLS } from './port_calls/definition.ts';",
    '  YIELDS,\n',
    '  PORT_CALLS,',
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('a dataset without a source does not compile, and with it the service has it everywhere', {
  timeout: 240_000,
}, () => {
  expect(types).toThrow();
  addLine(
    'service/datasets/sources/index.ts',
    "import { PORT_CALLS_SOURCE } from '../port_calls/source.ts';",
    '  yields: YIELDS_SOURCE,\n',
    '  port_calls: PORT_CALLS_SOURCE,',
  );
  expect(types()).toBe('');

  const sample = ask('sample', 'sample');
  expect(sample.entry).toMatchObject({ title: 'Calls of ships at ports', origin: 'sample' });
  expect(sample.data.data.at(-1)).toMatchObject({ date: '2026-11-14', series: 'ships_called' });
  expect(sample.found).toEqual(['ships_called']);
  expect(sample.isDescribed).toBe(true);

  writeFileSync(at('own.csv'), 'WEEK,SHIPS\n2026-10-31,120\n2026-11-07,118\n');
  writeFileSync(at('long.csv'), 'dataset,series,date,value\nport_calls,ships_called,2026-11-14,131\n');
  cli('import', 'own.csv', 'long.csv', '--data-dir', at('held'));
  const held = ask('held');
  expect(held.data.data.map(({ value }: { value: string }) => value)).toEqual(['120', '118', '131']);
  expect(held.entry.freshness).toMatchObject({ state: 'current', expected_last_date: '2026-11-14' });
  expect(cli('export', 'port_calls', '--format', 'csv', '--data-dir', at('held'))).toContain(
    '2026-11-07,ships_called,118',
  );

  writeFileSync(at('wrong.csv'), 'WEEK,SHIPS\n2026-11-06,118\n');
  expect(() => cli('import', 'wrong.csv', '--data-dir', at('held'))).toThrow(/dated by their Saturday/);
});
