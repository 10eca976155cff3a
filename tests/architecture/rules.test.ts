import { expect, test } from 'vitest';
import { RULES } from './all-rules.ts';
import { type Case, IMPORT_CASES } from './import-cases.ts';
import { treeOf } from './tree.ts';

/** Tests that every rule can fail: one made-up tree breaks it, and another keeps it. */
type RuleName = keyof typeof RULES;

const CASES: { [name in Exclude<RuleName, 'topLevelIsKept' | 'pagesNamedInCommentsExist'>]: Case[] } = {
  datasetsAreNamedInTheirFolders: [
    {
      broken: { 'service/api/a.ts': `if (id === 'us_debt') count++;` },
      says: /writes out 'us_debt'/,
      kept: {
        'service/datasets/us_debt/a.ts': `const id = 'us_debt';`,
        'service/api/a.ts': `const path = '/economic-data/us_debt?date_from=2024-01-01';`,
      },
    },
    {
      broken: { 'renderer/chart/a.ts': 'const code = `debt_held_by_public`;' },
      says: /the series 'debt_held_by_public'/,
      kept: { 'renderer/chart/a.ts': `const word = 'loans';` },
    },
  ],
  commandsAreWrittenInOnePlace: [
    ...[
      "const text = 'Make one: almanac keys create --label L';",
      'const text = `See almanac status --help`;',
      "const text = 'npm run -s almanac -- list';",
    ].map((code) => ({
      broken: { 'service/api/a.ts': code },
      says: /writes (almanac (keys|status)|npm run); commandLine writes a command/,
      kept: {
        'service/api/a.ts': 'const text = commandLine`keys create --label notebook`; // almanac keys list',
      },
    })),
    {
      broken: { 'renderer/data/a.tsx': 'const A = () => <code>almanac import FILE</code>;' },
      says: /writes almanac import/,
      kept: { 'renderer/data/a.tsx': 'const A = () => <code>{NPM_PROGRAM} import FILE</code>;' },
    },
  ],
  formatsAreChosenInTables: [
    ...[
      "if (format === 'xlsx') freeze();",
      "switch (format) { case 'parquet': pack(); }",
      "send({ format: 'csv' });",
    ].map((code) => ({
      broken: { 'service/api/a.ts': code },
      says: /chooses by the format '(xlsx|parquet|csv)'/,
      kept: {
        'service/tables/a.ts': code,
        'service/cli/a.ts': "if (given.has('json')) print(TABLE_FORMATS[format].isWorkbook);",
      },
    })),
  ],
  whatIsShownHasTheChosenStyle: [
    ...[
      ['const A = () => <td>{list.as_of}</td>;', /shows as_of as it is stored/],
      ['const A = () => <td>{line.made_at.slice(0, 10)}</td>;', /shows the start of an instant/],
      ['const A = () => <p>to {dateText(day)}</p>;', /shows dateText\(\)/],
      ['const text = (bytes / 1000).toFixed(1);', /writes toFixed\(\) as it is/],
      ["const text = new Intl.NumberFormat('en').format(1);", /uses Intl.NumberFormat/],
    ].map(([code, says]) => ({
      broken: { 'renderer/data/a.tsx': String(code) },
      says: says as RegExp,
      kept: {
        'renderer/data/a.tsx':
          'const A = () => <td key={list.as_of} title={text}>{shownDate(list.as_of)} {groupDigits(share.toFixed(1))}</td>;',
        'renderer/states/rank.tsx': 'const x = place.toFixed(1);',
        'service/cli/a.ts': 'const text = (bytes / 1000).toFixed(1);',
      },
    })),
  ],
  ...IMPORT_CASES,
  filesAreShort: [
    {
      broken: { 'service/api/a.ts': '//\n'.repeat(501) },
      says: /has 501 lines: none has over 500/,
      kept: {
        'service/api/a.ts': '//\n'.repeat(500),
        'service/datasets/jolts/definition.ts': '//\n'.repeat(900),
      },
    },
  ],
  exportedNamesStandInOneFile: [
    ...['export type Place = string;', 'export const Place = 1;', 'export function Place() {}'].map(
      (code) => ({
        broken: { 'service/store/a.ts': code, 'renderer/chart/a.ts': 'export type Place = { x: number };' },
        says: /Place is exported by service\/store\/a\.ts and renderer\/chart\/a\.ts/,
        kept: {
          'service/store/a.ts': code,
          'service/store/b.ts': "export { Place } from './a.ts'; type Place = 1;",
          'tests/a.ts': code,
          'electron/launch/commands/a.mjs': 'export function run() {}',
          'electron/launch/commands/b.mjs': 'export function run() {}',
        },
      }),
    ),
  ],
  foldersAreNamedForAPurpose: [
    {
      broken: { 'renderer/utils/a.ts': '' },
      says: /in a folder 'utils'/,
      kept: { 'renderer/chart/utilities.ts': '' },
    },
  ],
  nothingCompiledStandsBesideItsSource: [
    ...['service/a.d.ts', 'service/a.js'].map((made) => ({
      broken: { 'service/a.ts': '', [made]: '' },
      says: /stands beside service\/a\.ts/,
      kept: { 'service/a.ts': '', 'service/b.d.ts': '', 'electron/launch/launch.mjs': '' },
    })),
  ],
  rendererReachesNoOtherOrigin: [
    {
      broken: { 'renderer/api/a.ts': `export const base = 'https://fred.stlouisfed.org';` },
      says: /names another origin/,
      kept: { 'renderer/api/a.ts': `/* see https://example.org */ export const base = '/api';` },
    },
    {
      broken: { 'renderer/app/a.css': `@import '//fonts.example.org/inter.css';` },
      says: /names another origin/,
      kept: { 'renderer/app/a.css': `@import './inter.css';` },
    },
  ],
  noCodeFromText: [
    {
      broken: { 'renderer/app/a.ts': `document.body.innerHTML = '<b>';` },
      says: /innerHTML/,
      kept: { 'renderer/app/a.ts': `document.body.textContent = '<b>';` },
    },
    {
      broken: {
        'renderer/app/a.tsx': `export const A = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;`,
      },
      says: /dangerouslySetInnerHTML/,
      kept: { 'renderer/app/a.tsx': `export const A = () => <p>eval</p>;` },
    },
    { broken: { 'service/a.ts': `new Function('x');` }, says: /new Function/, kept: {} },
  ],
  datesAreNotLocal: [
    ...[
      ['new Date(at).getDay();', /calls getDay/],
      ['const day = now?.getFullYear();', /calls getFullYear/],
      ['at.setHours(0);', /calls setHours/],
      ["at.toLocaleDateString('en-US');", /toLocaleDateString without a timeZone/],
      ['new Date(2024, 0, 1);', /a Date of local parts/],
      ["new Date('2024-01-01T00:00');", /a text without a zone/],
      [`Date.parse(\`\${day}T00:00:00\`);`, /parses a text without a zone/],
      ["new Date(day + 'T00:00');", /a text without a zone/],
      ['const said = Date();', /calls Date\(\)/],
      ["new Intl.DateTimeFormat('en-US');", /Intl.DateTimeFormat without a timeZone/],
      ["const day = dayjs('2024-01-01');", /dayjs without utc/],
      ["import { timeMonth } from 'd3-time';", /imports timeMonth of d3-time/],
      ["import { scaleTime } from 'd3-scale';", /imports scaleTime/],
    ].map(([code, says]) => ({
      broken: { 'renderer/a.ts': String(code) },
      says: says as RegExp,
      kept: {},
    })),
    {
      broken: { 'service/a.ts': 'function newest(now: Date) { return now.getDate(); }' },
      says: /calls getDate; the product computes dates in UTC/,
      kept: {
        'service/a.ts': 'function today(now: Date) { return now.getDate(); }',
        'tests/a.ts': 'at.getDate();',
        'electron/a.ts': "new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }); dayjs.utc(day);",
        'renderer/a.ts': `new Date(\`\${day}T00:00:00Z\`); new Date(at); Date.UTC(2024, 0); at.getUTCDay();`,
        'renderer/b.ts': "import { utcTicks } from 'd3-time'; new Date('2024-01-01');",
      },
    },
  ],
  nothingIsLeftToDo: [
    {
      broken: { 'service/a.ts': `// ${'TO'}DO: later` },
      says: /an issue is the place/,
      kept: { 'service/a.ts': `// Done.` },
    },
  ],
  pathsKeepTheirBlanks: [
    {
      broken: { 'tests/a.ts': `const root = new URL('..', import.meta.${'url'})${'.path'}name;` },
      says: /a blank in it is %20/,
      kept: { 'tests/a.ts': `const root = fileURLToPath(new URL('..', import.meta.${'url'}));` },
    },
  ],
  testsAreRun: [
    {
      broken: { 'tests/a.test.ts': `test.only('a', () => {});` },
      says: /every test runs/,
      kept: { 'tests/a.test.ts': `test('a', ({ skip }) => { skip(isBare, 'needs the data'); });` },
    },
    {
      broken: { 'tests/a.test.ts': `test.skip('a', () => {});` },
      says: /without a reason/,
      kept: { 'tests/a.spec.ts': `test.skip(isBare, 'needs a display');` },
    },
    { broken: { 'tests/a.test.ts': `it.skipIf(x)('a', f);` }, says: /every test runs/, kept: {} },
  ],
  namesUseOurWords: [
    {
      broken: { 'service/a.ts': `export type Query = { metricName: string };` },
      says: /'metricName'; our word is series/,
      kept: { 'service/a.ts': `export type Query = { seriesName: string };` },
    },
  ],
  stylesAreFew: [
    {
      broken: { 'renderer/a/a.module.css': '\n'.repeat(2500), 'renderer/app/words.css': '\n'.repeat(501) },
      says: /have 3001 lines, over \d+:/,
      kept: { 'renderer/a/a.module.css': '\n'.repeat(2000) },
    },
  ],
  sentencesAreReadOnce: [
    ...[
      ['service/a.ts', '/** How many are told together. */', /‘.*told together.*’: say what is shown/],
      ['service/a.ts', '// What waits for a restart.', /begin with the noun/],
      ['tests/a.test.ts', '/* The service is asked\n * anew. */', /write ‘again’/],
      ['renderer/a/a.tsx', 'const A = () => <p>No yields are held of these days.</p>;', /stored for/],
      ['renderer/a/a.ts', "const text = 'frozen with the numbers of now';", /write ‘earlier’, ‘current’/],
      ['service/a.ts', "throw new Error('The copy is made anew.');", /write ‘again’/],
    ].map(([file, code, says]) => ({
      broken: { [file as string]: code as string },
      says: says as RegExp,
      kept: {
        'service/a.ts': "/** Says how many. */ const said = 'anew'; // See what follows.",
        'renderer/a/a.tsx': "const A = () => <h2 className='told'>What is new</h2>;",
      },
    })),
  ],
  everyClassIsUsed: [
    {
      broken: {
        'renderer/a/a.module.css': '.one {\n  &.two:hover { top: 0.5rem }\n}',
        'renderer/a/a.tsx': `import styles from './a.module.css'; export const A = () => <p className={styles.one} />;`,
      },
      says: /a\.module\.css: nobody uses the class 'two'/,
      kept: {
        'renderer/a/a.module.css': '.one {}',
        'renderer/a/a.tsx': `import styles from './a.module.css'; export const A = () => <p className={styles.one} />;`,
      },
    },
    {
      broken: {
        'renderer/app/words.css': '.row {} .gap-4 {}',
        'renderer/a/a.tsx': `export const A = () => <p className="row">gap-4</p>;`,
      },
      says: /words\.css: nobody uses the class 'gap-4'/,
      kept: {
        'renderer/app/words.css': '@layer words { .row {} .gap-4 > .mantine-Input-input {} }',
        'renderer/a/a.tsx': 'export const A = () => <p className={`row gap-4`} />;',
      },
    },
  ],
};

test.each(
  Object.entries(CASES).flatMap(([name, cases]) =>
    cases.map((each) => ({ name: name as RuleName, ...each })),
  ),
)('$name fails on a tree that breaks it, in a sentence, and passes one that keeps it', (each) => {
  const rule = RULES[each.name];
  const said = rule(treeOf(new Map(Object.entries(each.broken))));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(each.says);
  expect(rule(treeOf(new Map(Object.entries(each.kept))))).toEqual([]);
});

test('edgesAreUsed tells of a room of the table that has no files any more', () => {
  expect(RULES.edgesAreUsed(treeOf(new Map(), ['service']))).toContain(
    'service/keys has no files any more: remove it from the table of edges.',
  );
});

test('topLevelIsKept fails on a stray file at the top', () => {
  expect(
    RULES.topLevelIsKept(treeOf(new Map(), ['service', '.ci', 'node_modules', 'vite.config.ts'])),
  ).toEqual([expect.stringMatching(/^vite\.config\.ts stands at the top of the project/)]);
});

test('pagesNamedInCommentsExist fails on a page that a clone lacks', () => {
  const tree = (comment: string) =>
    treeOf(new Map([['service/api/a.ts', `/* ${comment} */`]]), [], ['service/http/README.md']);
  expect(RULES.pagesNamedInCommentsExist(tree('See `spec/law.md`.'))).toEqual([
    'service/api/a.ts names the page spec/law.md, which is not in the project.',
  ]);
  for (const name of ['README.md', 'http/README.md', 'service/http/README.md', '*.md'])
    expect(RULES.pagesNamedInCommentsExist(tree(`See ${name}.`))).toEqual([]);
});
