import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../service/cli/commands.mjs';
import { ended } from '../support/command-line.ts';
import { almanac } from './almanac.ts';

/** What the command line answers in a fresh clone, which has no packages and no build. */

const ROOT = path.join(import.meta.dirname, '../..');
const PARTS = [
  'electron/launch',
  'electron/start-arguments.mjs',
  'package-lock.json',
  'package.json',
  'service',
  'tsconfig.json',
];

let clone: string;
beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'almanac-clone-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(clone, part), { recursive: true });
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const OF_PROGRAM = [
  [],
  ['--help'],
  ['help'],
  ['--version'],
  ['imprt', 'x.csv'],
  ['help', 'imprt'],
  ['--data-dir', 'x', 'status'],
];
const OF_COMMANDS = Object.keys(COMMANDS).flatMap((name) => [
  [name, '--help'],
  ['help', name],
  [name, 'x', '--hlep'],
  [name, '--data-dir'],
  [name, '--data-dir', 'a', '--data-dir', 'b'],
]);
const WITH_KEYS = [['alm_0123456789abcdef'], ['serve', '--no-sample=alm_0123456789abcdef']];

type Said = { status: number | null; out: string; err: string };

/** A program that answers lines as the launcher does, all in one process. A status that is null: the launcher would install. */
const ANSWER_ALL = `
  import { answerEarly } from './electron/launch/commands/almanac.mjs';
  const { stdout, stderr } = process;
  for (const emitter of [process, stdout]) emitter.setMaxListeners(0);
  const write = stdout.write.bind(stdout);
  const answers = [];
  for (const args of JSON.parse(process.argv[1])) {
    const said = { status: null, out: '', err: '' };
    stdout.write = (text) => { said.out += text; };
    stderr.write = (text) => { said.err += text; };
    if (await answerEarly(process.cwd(), args)) said.status = process.exitCode;
    answers.push(said);
  }
  write(JSON.stringify(answers));
  process.exitCode = 0;
`;

function answersOf(lines: string[][], ...flags: string[]): Said[] {
  const words = [...flags, '--input-type=module', '--eval', ANSWER_ALL, JSON.stringify(lines)];
  return JSON.parse(execFileSync(process.execPath, words, { cwd: clone, encoding: 'utf8' }));
}

/** The package that finds the nearest name is missing, so the known names stand in its place. */
const withoutAdvice = ({ status, out, err }: Said): Said => ({
  ...{ status, out },
  err: err.replace(/ (Did you mean|Known are:) .+\n$/, '\n'),
});

async function expectUsual(lines: string[][], answers: Said[]): Promise<void> {
  const usual = await Promise.all(lines.map(async (args) => withoutAdvice(await almanac(...args))));
  const pairs = (said: Said[]) => said.map((each, at) => [lines[at]?.join(' '), each]);
  expect(pairs(answers.map(withoutAdvice))).toEqual(pairs(usual));
}

test('help and mistyped options of every command are answered as by the installed program', async () => {
  const lines = [...OF_PROGRAM, ...OF_COMMANDS, ...WITH_KEYS];
  await expectUsual(lines, answersOf(lines));
});

test('a Node that reads no TypeScript answers for the program, and repeats no key', async () => {
  const answers = answersOf(
    [...OF_PROGRAM, ...WITH_KEYS, ['import', '--help']],
    '--no-experimental-strip-types',
  );
  await expectUsual(OF_PROGRAM, answers.splice(0, OF_PROGRAM.length));
  expect(answers).toEqual(Array(3).fill({ status: null, out: '', err: '' }));
});

test('the launcher installs and builds nothing for it', async () => {
  const launch = (...args: string[]) =>
    ended(
      spawn(process.execPath, ['electron/launch/launch.mjs', 'almanac', ...args], {
        cwd: clone,
        // What an installation would need is not to be found.
        env: { PATH: '', npm_config_offline: 'true', npm_config_cache: path.join(clone, 'cache') },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  const [help, wrong] = await Promise.all([launch('--help'), launch('imprt')]);
  expect(help).toEqual(await almanac('--help'));
  const known = Object.keys(COMMANDS).join(', ');
  expect(wrong).toMatchObject({
    status: 2,
    out: '',
    err: `almanac: There is no command 'imprt'. Known are: ${known}.\n`,
  });
  for (const made of ['node_modules', '.build']) expect(existsSync(path.join(clone, made))).toBe(false);
});
