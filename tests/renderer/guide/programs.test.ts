import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { marked } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStartArguments, USAGE } from '../../../electron/start-arguments.mjs';
import { parseArguments } from '../../../service/cli/command.ts';
import { COMMANDS } from '../../../service/cli/commands.ts';
import { COMMAND_LINE } from '../../support/programs.ts';
import { has, pythonWithPandas, run } from '../programs/find-programs.ts';
import { serviceWithKey } from '../take-away/real-service.ts';
import { PROGRAMS, ROOT, TEXTS } from './guide-files.ts';
import { checkM } from './m-language.ts';

/** Programs of guide and README run on a service; those that fetch or open the app are only parsed. */

const inReadme = marked
  .lexer(readFileSync(path.join(ROOT, 'README.md'), 'utf8'))
  .flatMap((token) =>
    token.type === 'code' ? [{ page: 'README', text: token.text, language: token.lang ?? '' }] : [],
  );
const programs = [...PROGRAMS, ...inReadme].map(({ page, ...rest }, i) => ({
  name: `${page}, ${i + 1}`,
  ...rest,
}));
const inLanguage = (language: string) =>
  programs.filter((one) => one.language === language).map((one) => [one.name, one.text] as const);

let service: Awaited<ReturnType<typeof serviceWithKey>>;
let folder: string;
beforeAll(async () => {
  service = await serviceWithKey(5000);
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-guide-'));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const here = (text: string) => text.replaceAll('http://127.0.0.1:4780', service.baseUrl);
/** Stand-ins for clients that cannot be installed here. */
const FRED_CLIENTS = path.join(ROOT, 'tests/fred/clients');
const options = () => ({
  cwd: folder,
  maxBuffer: 1e8,
  env: {
    ...process.env,
    ALMANAC_API_KEY: service.key,
    ALMANAC_DATA_DIR: service.dataDir,
    PYTHONPATH: FRED_CLIENTS,
    PYTHONDONTWRITEBYTECODE: '1',
  },
});
/** `npm run -s almanac -- words` runs the command line of this tree. */
const NPM = `npm() { shift 4; '${process.execPath}' '${COMMAND_LINE}' "$@"; }`;

it('the programs are in languages that are tested here', () => {
  const known = ['sh', 'sh parsed', 'python', 'r', 'powerquery', 'text'];
  expect(programs.filter(({ language }) => !known.includes(language))).toEqual([]);
});

describe('programs of the shell', () => {
  it.each(inLanguage('sh'))(
    '%s',
    async (_, text) => {
      const { stdout, stderr } = await run('sh', ['-e', '-c', `${NPM}\n${here(text)}`], options());
      expect(stdout + stderr).not.toBe('');
      expect(stderr).not.toMatch(/error|Usage/);
    },
    120_000,
  );
});

/** The words of each command of a text, without comments. */
const linesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const words = line
      .replace(/\s+#.*$/, '')
      .split(/\s+/)
      .filter(Boolean);
    return words.length === 0 ? [] : [words];
  });

describe('commands that are only read', () => {
  it.each(inLanguage('sh parsed'))('%s', async (_, text) => {
    for (const words of linesOf(text)) {
      const line = words.join(' ');
      if (/^npm run -s almanac -- /.test(line)) {
        const [name = '', ...rest] = words.slice(5);
        const command = await COMMANDS[name]?.();
        if (!command) throw new Error(`${line}: there is no such command`);
        expect(() => parseArguments(rest, command.options), line).not.toThrow();
      } else if (/^npm start( |$)/.test(line))
        expect(() => parseStartArguments(words.slice(3)), line).not.toThrow();
      else if (/^npm (test|run)\b/.test(line)) {
        const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
        expect(Object.keys(scripts), line).toContain(words[1] === 'run' ? words[2] : words[1]);
      } else expect(line).toMatch(/^(export ALMANAC_|git clone )/);
    }
  });

  it('the options that texts name are options of commands', async () => {
    const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
    const known = new Set(commands.flatMap((command) => command.options.map(({ name }) => name)));
    const named = Object.values(TEXTS).flatMap((text) =>
      [...text.matchAll(/`[^`\n]*?--([a-z-]+)[^`\n]*`/g)].map(([, name = '']) => name),
    );
    for (const [, name = ''] of USAGE.matchAll(/--([a-z-]+)/g)) known.add(name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });
});

describe('programs of other languages', () => {
  /** Runs all programs together: a language takes longer to start than they take. */
  const together = (language: string) =>
    here(
      inLanguage(language)
        .map(([, text]) => text)
        .join('\n'),
    );

  it('run in Python', async ({ skip }) => {
    const python = await pythonWithPandas();
    skip(python === undefined, 'there is no Python with pandas on this machine');
    const { stdout } = await run(python as string, ['-c', together('python')], options());
    // The output has January's levels with all their digits, and the statistics of the claims.
    expect(stdout).toMatch(/2025-01-\d\d.*\d{14}\.\d\d/);
    expect(stdout).toContain('std');
  }, 120_000);

  it('run in R', async ({ skip }) => {
    skip(!(await has('Rscript')), 'there is no R on this machine');
    const { stdout } = await run('Rscript', ['-e', together('r')], options());
    expect(stdout).toMatch(/2025-01-\d\d/);
  }, 120_000);

  it.each(inLanguage('powerquery'))('%s', async (_, text) => {
    expect(checkM(text).length).toBeGreaterThan(2);
    const [, query = ''] = /Query = \[(.*?)\], ApiKeyName = "api_key"/.exec(text) ?? [];
    const asked = [...query.matchAll(/(\w+) = "((?:[^"]|"")*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const [, relative = ''] = /RelativePath = "([^"]+)"/.exec(text) ?? [];
    const address = `${service.baseUrl}/${relative}?${new URLSearchParams([...asked, ['api_key', service.key]])}`;
    const answer = await fetch(address);
    expect([answer.status, (await answer.text()).slice(0, 16)]).toEqual([200, 'date,line,value\n']);
  });
});

it('the table of addresses matches the API', async () => {
  const { paths } = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as { paths: object };
  const asTold = (address: string) =>
    address
      .replace(/\/economic-data\/\w+$/, '/economic-data/DATASET')
      .replace(/=.*$/, '=')
      .replace(/\?.*$/, '');
  const told = [...(TEXTS.api ?? '').matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, address = '']) =>
    asTold(address),
  );
  expect(told.toSorted()).toEqual([...new Set(Object.keys(paths).map(asTold))].toSorted());
});

describe('the reader of Power Query’s language', () => {
  it.each([
    ['let A = 1 in B', 'followed by one step'],
    ['let A = (1, B = 2 in B', "'B' is neither"],
    ['let A = Foo(1) in A', "'Foo' is neither"],
    ['let A = 1, A = 2 in A', 'no name of a step'],
    ['let A = [x = 1) in A', 'closes nothing'],
    ['A = 1', "begins with 'let'"],
    ['let A = "1 in A', "no '\"'"],
  ])('refuses %s', (text, message) => {
    expect(() => checkM(text)).toThrow(new RegExp(message));
  });
});
