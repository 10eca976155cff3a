import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inTurns, saidText } from './collect-imports.ts';
import type { Collection } from './collection.ts';
import type { Tree } from './tree.ts';
import { isBinary, readable } from './written-files.ts';

/** After all imports. */
const NOW = '2027-02-20T23:45:00.000Z';
const FORMATS = ['csv', 'json', 'xlsx', 'parquet'];
const DATASETS: Readonly<Record<string, { series: string; more: readonly (readonly string[])[] }>> = {
  ui_weekly_claims: {
    series: 'initial_claims_sa,continued_claims_nsa',
    more: [['--frequency', 'm', '--units', 'pc1']],
  },
  jolts: {
    series: 'job_openings_level_sa',
    more: [['--frequency', 'q', '--aggregation', 'avg', '--units', 'chg']],
  },
  ui_state_weekly_claims: {
    series: 'initial_claims',
    more: [
      ['--state', 'CA,NY'],
      ['--state', 'CA', '--frequency', 'm', '--aggregation', 'sum'],
    ],
  },
  personal_income_and_outlays: { series: 'total_personal_income', more: [['--units', 'pca']] },
  us_exports: { series: 'asia,europe', more: [['--frequency', 'a', '--units', 'log']] },
  factors_affecting_reserve_balances: {
    series: 'treasury_securities_total',
    more: [['--units', 'nbd', '--index-date', '2020-01-01']],
  },
  us_debt: {
    series: 'total_public_debt_outstanding',
    more: [
      ['--frequency', 'w', '--units', 'ch1'],
      ['--units', 'cca'],
    ],
  },
  yields: {
    series: 'US2Y,US10Y',
    more: [
      ['--frequency', 'm'],
      ['--frequency', 'q', '--units', 'chg'],
    ],
  },
  constituents: { series: 'IVV', more: [] },
};
const RANGE = ['--from', '2020-02-01', '--to', '2023-06-30'];

/** Writes every dataset in every format, whole, narrowed and derived, and notes files, what stands beside them, and receipts. */
export async function collectExports(
  tree: Tree,
  collection: Collection,
  dataDir: string,
  title: string,
  formats: readonly string[] = FORMATS,
): Promise<void> {
  const data = ['--data-dir', dataDir];
  const cases = Object.entries(DATASETS).flatMap(([dataset, { series, more }]) => {
    const ranges = dataset === 'constituents' ? [] : [['--series', series, ...RANGE], RANGE];
    const ways = [[], ['--series', series], ...ranges, ...more];
    const files = formats.flatMap((format) => ways.map((way) => [...way, '--format', format]));
    const plain = [[], ['--format', 'json', ...(ranges[1] ?? [])], ['--guard-formulas']];
    return [
      ...files.map((words) => ({ dataset, words, isFile: true })),
      ...plain.map((words) => ({ dataset, words, isFile: false })),
    ];
  });
  await inTurns(cases, async ({ dataset, words, isFile }, at) => {
    const folder = path.join(tree.scratch, `${title}/${String(at).padStart(3, '0')}`);
    mkdirSync(folder, { recursive: true });
    const all = ['export', dataset, ...words, ...(isFile ? ['-o', folder] : []), ...data];
    const parts = [saidText(all, await tree.almanac(all, NOW))];
    for (const file of readdirSync(folder).sort()) {
      const bytes = readFileSync(path.join(folder, file));
      const ending = path.extname(file).slice(1);
      parts.push(`-- ${file}`, isBinary(ending) ? await readable(bytes, ending) : bytes.toString());
    }
    rmSync(folder, { recursive: true });
    collection.note(
      `${title}/${dataset}/${isFile ? '' : 'standard output '}${words.join(' ')}`,
      parts.join('\n'),
    );
  });
}

/** Runs commands right and wrong over the filled folder and over an empty one. */
export async function collectWords(tree: Tree, collection: Collection, dataDir: string): Promise<void> {
  const empty = path.join(tree.scratch, 'empty');
  const note = async (folder: string, words: readonly string[], data: string): Promise<void> => {
    const all = words.includes('NO-FOLDER')
      ? words.filter((word) => word !== 'NO-FOLDER')
      : [...words, '--data-dir', data];
    collection.note(
      `commands/${folder}/${words.join(' ') || 'nothing'}`,
      saidText(words, await tree.almanac(all, NOW)),
    );
  };
  for (const words of HELP) await note('help', [...words, 'NO-FOLDER'], dataDir);
  for (const words of WORDS) await note('filled', words, dataDir);
  for (const words of WORDS) await note('empty', words, empty);
  collection.note(
    'commands/empty/what is there then',
    existsSync(empty) ? readdirSync(empty).sort().join('\n') : 'nothing',
  );
  await keyWords(tree, collection);
}

const COMMANDS = [
  'open',
  'list',
  'stop',
  'serve',
  'import',
  'refresh',
  'keys',
  'status',
  'rescue',
  'export',
  'explain',
  'revisions',
];
const HELP: readonly (readonly string[])[] = [
  [],
  ['--help'],
  ['-h'],
  ['help'],
  ['help', 'nothing'],
  ['--version'],
  ['-V'],
  ['exprot'],
  ['nothing'],
  ['--json', 'status'],
  ...COMMANDS.flatMap((command) => [
    [command, '--help'],
    [command, '--no-such-option'],
    ['help', command],
  ]),
];
const DEBT = ['us_debt', 'total_public_debt_outstanding'];
const WORDS: readonly (readonly string[])[] = [
  ['status'],
  ['status', '--json'],
  ['status', 'x'],
  ['status', '--jsno'],
  ['list'],
  ['list', '--json'],
  ['stop'],
  ['stop', '--all'],
  ['keys'],
  ['keys', 'make'],
  ['keys', 'create'],
  ['keys', 'create', '--label', ' '],
  ['keys', 'create', '--label', '--json'],
  ['keys', 'create', '--label', 'x'.repeat(500)],
  ['keys', 'list', 'x'],
  ['keys', 'list', '--label', 'x'],
  ['keys', 'revoke'],
  ['keys', 'revoke', 'none'],
  ['keys', 'revoke', 'a', 'b'],
  ['explain'],
  ['explain', 'us_debt'],
  ['explain', ...DEBT],
  ['explain', ...DEBT, '2025-03-06'],
  ['explain', ...DEBT, '2025-03-06', '--json'],
  ['explain', ...DEBT, '2025-03-08'],
  ['explain', ...DEBT, '2024-03-08'],
  ['explain', ...DEBT, '2025-3-6'],
  ['explain', ...DEBT, '2099-01-01'],
  ['explain', 'us_dept', 'x', '2025-03-06'],
  ['explain', 'us_debt', 'total', '2025-03-06'],
  ['explain', ...DEBT, '2025-03-06', 'x'],
  ['explain', 'ui_state_weekly_claims', 'initial_claims', '2025-03-01', '--state', 'CA'],
  ['explain', 'ui_state_weekly_claims', 'initial_claims', '2025-03-01'],
  ['explain', 'ui_weekly_claims', 'initial_claims_sa', '2020-03-28'],
  ['explain', 'yields', 'US10Y', '2023-03-06'],
  ['explain', 'constituents', 'IVV', '2024-12-06'],
  ['explain', 'constituents', 'IVV', '2024-12-06', '--json'],
  ...[
    'us_debt',
    'ui_weekly_claims',
    'ui_state_weekly_claims',
    'yields',
    'personal_income_and_outlays',
  ].flatMap((dataset) => [
    ['revisions', dataset],
    ['revisions', dataset, '--json'],
    ['revisions', dataset, '--csv'],
    ['revisions', dataset, '--since', '2027-01-20'],
  ]),
  ['revisions'],
  ['revisions', 'constituents'],
  ['revisions', 'us_debt', '--json', '--csv'],
  ['revisions', 'us_debt', '--series', 'debt_held_by_public', '--csv'],
  ['revisions', 'us_debt', '--series', 'debt'],
  ['revisions', 'us_debt', '--since', 'yesterday'],
  ['revisions', 'us_debt', '--state', 'CA'],
  ['export'],
  ['export', 'us_dept'],
  ['export', 'us_debt', 'jolts'],
  ['export', 'us_debt', '--format', 'xlsx'],
  ['export', 'us_debt', '--format', 'pdf'],
  ['export', 'us_debt', '--format', 'json', '--guard-formulas'],
  ['export', 'us_debt', '--from', '2024-02-30'],
  ['export', 'us_debt', '--from', '2024-02-01', '--to', '2024-01-01'],
  ['export', 'us_debt', '--series', 'debt_held'],
  ['export', 'us_debt', '--series', 'debt_held_by_public,'],
  ['export', 'us_debt', '--series', 'a', '--series', 'b'],
  ['export', 'us_debt', '--state', 'CA'],
  ['export', 'us_debt', '--units', 'pc2'],
  ['export', 'us_debt', '--units', 'nbd'],
  ['export', 'us_debt', '--index-date', '2020-01-01'],
  ['export', 'us_debt', '--frequency', 'h'],
  ['export', 'us_debt', '--aggregation', 'avg'],
  ['export', 'us_debt', '--frequency', 'a', '--aggregation', 'sum'],
  ['export', 'us_exports', '--frequency', 'd'],
  ['export', 'jolts', '--series', 'hires_rate_sa', '--frequency', 'a', '--aggregation', 'sum'],
  ['export', 'ui_state_weekly_claims', '--state', 'ZZ'],
  ['export', 'ui_state_weekly_claims', '--state', 'ca', '--from', '2025-01-01', '--series', 'initial_claims'],
  ['export', 'constituents', '--series', 'NONE'],
  ['export', 'constituents', '--from', '2024-01-01'],
  ['export', 'constituents', '--units', 'pc1'],
  ['export', 'us_debt', '-o', '/nowhere/x.csv'],
  ['export', 'us_debt', '--output'],
  ['rescue'],
  ['rescue', 'none.sqlite'],
  ['refresh', 'us_dept'],
  ['serve', 'x'],
  ['serve', '--port', '70000'],
  ['serve', '--port', 'x'],
  ['serve', '--page-size', '0'],
  ['serve', '--page-size', '5001'],
  ['serve', '--allow-origin', 'example.org'],
  ['serve', '--no-sample=1'],
];

/** Keys are made, listed and revoked in a folder of their own. */
async function keyWords(tree: Tree, collection: Collection): Promise<void> {
  const folder = ['--data-dir', path.join(tree.scratch, 'keys')];
  const ids: string[] = [];
  const run = async (name: string, words: readonly string[], minute: number): Promise<void> => {
    const said = await tree.almanac([...words, ...folder], NOW.replace(':45:', `:${minute}:`));
    const id = /"id":"(\w+)"|^Key (\w+) for/.exec(said.stdout.toString());
    if (words[1] === 'create' && id) ids.push(id[1] ?? id[2] ?? '');
    const text = ids.reduce((all, one, at) => all.replaceAll(one, `KEY-ID-${at}`), saidText(words, said));
    collection.note(`commands/keys/${name}`, text.replaceAll(/…[\w-]{4}|"last4": ?"[\w-]{4}"/g, 'LAST4'));
  };
  await run('1 create json', ['keys', 'create', '--label', 'one', '--json'], 45);
  await run('2 create', ['keys', 'create', '--label', ' =two, "quoted" '], 46);
  await run('3 list', ['keys', 'list'], 47);
  await run('4 revoke', ['keys', 'revoke', ids[0] ?? ''], 48);
  await run('5 revoke again', ['keys', 'revoke', ids[0] ?? '', '--json'], 49);
  await run('6 list json', ['keys', 'list', '--json'], 50);
}
