import type { Adapter, PageTable } from './adapters.ts';
import { type Answer, type Asked, answerText, ask } from './ask.ts';
import type { Collection } from './collection.ts';

export type Page = {
  port: number;
  collection: Collection;
  adapter: Adapter;
  note: (name: string, asked: Asked) => Promise<Answer>;
  /** The request as a page sends it that has signed in. */
  signed: (asked: Asked) => Asked;
};

/** A fixed table, written in every format and dialect as the page asks for it. */

const DEBT = {
  column: 'us_debt.total_public_debt_outstanding',
  series: 'us_debt.total_public_debt_outstanding',
  state: '',
  frequency: 'Daily',
  dates: ['2024-01-02', '2024-01-03', '2024-01-05'],
  values: ['34000000000000.10', '38967833861543.11', '-0.00'],
};
const CLAIMS = {
  column: 'ui_state_weekly_claims.initial_claims.CA_PC1',
  series: 'ui_state_weekly_claims.initial_claims_PC1',
  state: 'CA',
  frequency: 'Weekly, ending Saturday',
  dates: ['2023-12-30', '2024-01-06'],
  values: ['-3.30189', '12.00000'],
};
const EMPTY = {
  ...DEBT,
  column: 'jolts.quits_level_sa',
  series: 'jolts.quits_level_sa',
  frequency: 'Monthly',
  dates: [],
  values: [],
};
const PLAIN = { separator: ',', decimal: '.', for_excel: false, guarded: false };

const CSVS: Readonly<Record<string, PageTable['csv']>> = {
  plain: PLAIN,
  semicolon: { ...PLAIN, separator: ';', decimal: ',' },
  tab: { ...PLAIN, separator: '\t' },
  'comma twice': { ...PLAIN, decimal: ',' },
  excel: { separator: ';', decimal: ',', for_excel: true, guarded: true },
  guarded: { ...PLAIN, guarded: true },
};
const LINES: Readonly<Record<string, PageTable['lines']>> = {
  one: [DEBT],
  two: [DEBT, CLAIMS],
  'with an empty one': [DEBT, EMPTY, CLAIMS],
};

function tables(): [name: string, table: PageTable][] {
  const found: [string, PageTable][] = [];
  const title = '=Debt & claims, "as drawn"';
  for (const [which, lines] of Object.entries(LINES)) {
    for (const layout of ['wide', 'long']) {
      const base = { layout, lines, title, zipped: false, csv: PLAIN };
      for (const [dialect, csv] of Object.entries(CSVS)) {
        found.push([`${which}, ${layout}, csv ${dialect}`, { ...base, format: 'csv', csv }]);
      }
      found.push([`${which}, ${layout}, csv zipped`, { ...base, format: 'csv', zipped: true }]);
      for (const format of ['xlsx', 'parquet', 'json'])
        found.push([`${which}, ${layout}, ${format}`, { ...base, format }]);
    }
  }
  return found;
}

/** Tables that must be refused. */
function wrongTables(): [name: string, table: PageTable][] {
  const base: PageTable = {
    format: 'csv',
    layout: 'wide',
    zipped: false,
    csv: PLAIN,
    lines: [DEBT],
    title: 'x',
  };
  return [
    ['unknown format', { ...base, format: 'pdf' }],
    ['unknown layout', { ...base, layout: 'round' }],
    ['no lines', { ...base, lines: [] }],
    ['fewer values than dates', { ...base, lines: [{ ...DEBT, values: ['1'] }] }],
    ['dates turned round', { ...base, lines: [{ ...DEBT, dates: [...DEBT.dates].reverse() }] }],
    ['a date twice', { ...base, lines: [{ ...DEBT, dates: ['2024-01-02', '2024-01-02', '2024-01-05'] }] }],
    [
      'a date that is none',
      { ...base, lines: [{ ...DEBT, dates: ['2024-01-02', '2024-02-30', '2024-03-05'] }] },
    ],
    ['a value that is none', { ...base, lines: [{ ...DEBT, values: ['1', '=1', '2'] }] }],
    ['a column twice', { ...base, lines: [DEBT, DEBT] }],
    ['a column with a space', { ...base, lines: [{ ...DEBT, column: 'a b' }] }],
    [
      'fifty-one lines',
      { ...base, lines: Array.from({ length: 51 }, (_, at) => ({ ...DEBT, column: `c${at}` })) },
    ],
    ['unknown separator', { ...base, csv: { ...PLAIN, separator: '|' } }],
  ];
}

const PUBLISHED = [
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&state=CA,NY&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31&units=pc1&format=csv',
  '/yields/series=US2Y,US10Y?format=csv',
  '/constituents/series=IVV?format=csv',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31',
  '/api/v1/economic-data/us_debt?series=wrong&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/yields/series=WRONG?format=csv',
  '/host/state',
  'http://example.org/',
];

/** Notes receipts, files and what stands beside them. */
export async function collectPageExports(page: Page): Promise<void> {
  const { adapter } = page;
  for (const [name, table] of tables())
    await noteExport(page, `page exports/${name}`, adapter.exportTable(table));
  for (const [name, table] of wrongTables())
    await noteExport(page, `page exports/wrong/${name}`, adapter.exportTable(table));
  for (const path of PUBLISHED)
    await noteExport(page, `page exports/published/${path}`, adapter.exportPublished(path));
  const { path: where, body } = adapter.exportPublished(PUBLISHED[0] ?? '');
  await noteExport(page, 'page exports/published/no id', {
    path: where.split('?')[0] ?? '',
    body,
  });
  const table = adapter.exportTable(tables()[0]?.[1] as PageTable);
  await noteExport(page, 'page exports/wrong/no id', {
    ...table,
    path: table.path.split('?')[0] ?? '',
  });
}

type Made = { file?: { url: string }; sidecar?: { url: string } | null };

async function noteExport(
  { port, collection, signed }: Page,
  name: string,
  { path, body }: { path: string; body: unknown },
): Promise<void> {
  const asked: Asked = signed({
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await ask(port, asked);
  const parts = [await answerText(asked, answer)];
  const made = answer.status === 200 ? (JSON.parse(answer.body.toString()) as Made) : {};
  for (const file of [made.file, made.sidecar]) {
    if (!file) continue;
    const taking = { path: file.url };
    parts.push(await answerText(taking, await ask(port, taking)));
    parts.push(`again: ${(await ask(port, taking)).status}`);
  }
  collection.note(name, parts.join('\n\n'));
}
