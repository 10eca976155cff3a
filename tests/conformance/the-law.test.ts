import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RunningService } from './running-service.ts';

/** The page of the law describes the service's answers; this test keeps its tables up to date. */

type Parameter = {
  name: string;
  in: string;
  required: boolean;
  schema: { maximum?: number; default?: number };
};
type Path = { get?: { parameters?: Parameter[]; responses: Record<string, unknown> } };
type Catalog = { datasets: { id: string; group: string; frequency: string; series: { code: string }[] }[] };

const PAGE = readFileSync(path.join(import.meta.dirname, '../../service/api/README.md'), 'utf8');
const OTHER_FORMS = /^\/(fred|graph|mcp)\b/;
const service = new RunningService();
let paths: Record<string, Path>;
let catalog: Catalog;

beforeAll(async () => {
  await service.start();
  const document = await service.get<{ paths: Record<string, Path> }>('/openapi.json');
  paths = Object.fromEntries(Object.entries(document.json.paths).filter(([each]) => !OTHER_FORMS.test(each)));
  catalog = (await service.get<Catalog>('/api/v1/catalog')).json;
});
afterAll(() => service.remove());

/** @returns the rows of the table with this header line. */
function table(header: string): string[][] {
  const [, after] = PAGE.split(`\n${header}\n`);
  expect(after, `There is no table ${header}`).toBeDefined();
  const [body = ''] = (after ?? '').split(/\n(?!\|)/);
  const cells = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return body
    .split('\n')
    .slice(1)
    .map((line) => cells(line).slice(1, -1));
}

/** @returns the texts in backquotes. */
const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** @returns each code that `{initial,continued}_claims` stands for. */
function expanded(code: string): string[] {
  const [all, choices] = /\{([^}]*)\}/.exec(code) ?? [];
  if (all === undefined || choices === undefined) return [code];
  return choices.split(',').flatMap((choice) => expanded(code.replace(all, choice)));
}

const isTaken = (cell = ''): boolean => cell.startsWith('✓');
const operation = (path: string) => paths[path]?.get;
const kindOf = (path: string): 'counted' | 'market' | 'open' => {
  if (/^\/api\/v1\/(?!catalog)/.test(path)) return 'counted';
  return /\/series=/.test(path) ? 'market' : 'open';
};

it('The page names every path', () => {
  const named = table('| path | key | counts against limits | answers |').flatMap(([cell]) => quoted(cell));
  const datasets = Object.keys(paths).filter((each) => each.startsWith('/api/v1/economic-data/'));
  const others = Object.keys(paths).filter((each) => !datasets.includes(each));
  expect(named.sort()).toEqual(['/api/v1/economic-data/{dataset}', ...others].sort());
});

it('The page names every dataset with its frequency and series', () => {
  const named = table('| dataset | frequency | series |').map(([id, frequency, codes]) => ({
    id: quoted(id)[0],
    frequency,
    codes: quoted(codes).flatMap(expanded).sort(),
  }));
  const held = catalog.datasets.filter(({ group }) => group === 'economic-data');
  expect(named).toEqual(
    held.map(({ id, frequency, series }) => ({
      id,
      frequency,
      codes: series.map(({ code }) => code).sort(),
    })),
  );
});

it('The page names every yield and spread', () => {
  const named = table('| yields | codes |').flatMap(([, codes]) => quoted(codes));
  expect(named).toEqual(catalog.datasets.find(({ id }) => id === 'yields')?.series.map(({ code }) => code));
});

it.each([
  ['economic data', 1, '/api/v1/economic-data/ui_state_weekly_claims'],
  ['yields', 2, '/yields/series={codes}'],
  ['constituents', 3, '/constituents/series={code}'],
])('The page names the parameters of %s, and which ones are required', (_what, column, path) => {
  const rows = table('| parameter | economic data | yields | constituents | value |');
  const named = (mark: (cell: string) => boolean) =>
    rows
      .filter((row) => mark(row[column] ?? ''))
      .flatMap(([names]) => quoted(names))
      .sort();
  const taken = (operation(path)?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  expect(named(isTaken)).toEqual(taken.map(({ name }) => name).sort());
  expect(named((cell) => cell === '✓!')).toEqual(
    taken
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .sort(),
  );
});

it.each([
  ['counted', 1],
  ['market', 2],
  ['open', 3],
] as const)('The page has the statuses of %s paths', (kind, column) => {
  const rows = table('| status | counted paths | market data | without a key | body |');
  const named = new Set(rows.filter((row) => isTaken(row[column])).map(([status]) => status));
  const answered = Object.entries(paths)
    .filter(([path]) => kindOf(path) === kind)
    .flatMap(([, { get }]) => Object.keys(get?.responses ?? {}))
    .filter((status) => status !== '200');
  expect([...named].sort()).toEqual([...new Set(answered)].sort());
});

it('The page has the limits', async () => {
  const rows = table('| limit | value |').map(([what, value]) => [what, Number(value?.replaceAll(',', ''))]);
  const limit = operation('/yields/series={codes}')?.parameters?.find(({ name }) => name === 'limit')?.schema;
  const { key } = await service.makeKey('limits');
  const { headers } = await service.get('/api/v1/economic-data/us_debt', { key });
  const [, minute, day] =
    /^"minute";q=(\d+);w=60,"day";q=(\d+);w=86400$/.exec(headers.get('RateLimit-Policy') ?? '') ?? [];
  const page = /records of a page, 1 to (\d+)/.exec(await service.run('serve', '--help'))?.[1];
  expect(Object.fromEntries(rows)).toEqual({
    'requests a minute, each key': Number(minute),
    'requests a day, each key': Number(day),
    'rows of a page of economic data': Number(page),
    'rows of a page of market data': limit?.maximum,
    'rows of a page of market data without `limit`': limit?.default,
  });
});

it('The page names only existing commands and options', async () => {
  for (const [cell] of table('| command | what programs may rely on |'))
    for (const text of quoted(cell)) {
      const [command = ''] = text.split(' ');
      const help = await service.run(command, '--help');
      const options = text.match(/--[a-z-]+/g) ?? [];
      for (const option of [...options, text.includes('-o ') ? '--output' : '--data-dir'])
        expect(help, text).toContain(option);
    }
});
