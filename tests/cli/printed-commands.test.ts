import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { COMMANDS, readCommandLine } from '../../service/cli/commands.ts';
import { SETTINGS_FILE } from '../../service/contract/names.ts';
import { NPM_PROGRAM } from '../../service/contract/shell.ts';
import { programName } from '../../service/process/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { almanac } from './almanac.ts';

/** The commands that the command line prints work when they are pasted into a shell. */

/** A folder for programs, and a data folder with a name that a shell would split and expand. */
let [bin, dataDir] = ['', ''];
beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-printed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  bin = path.join(folder, 'bin');
  dataDir = path.join(folder, "it's $HOME & `co` #1");
  for (const each of [bin, dataDir]) mkdirSync(each);
  // A printed command that forgets its folder finds no data.
  vi.stubEnv('ALMANAC_DATA_DIR', path.join(folder, 'none'));
  vi.stubEnv('npm_package_name', undefined);
  vi.stubEnv('PATH', `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Puts a program into the PATH that calls the command line. @param passed the arguments, in shell syntax. */
function install(name: string, passed = '"$@"'): void {
  const file = path.join(bin, name);
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND_LINE}' ${passed}\n`);
  chmodSync(file, 0o755);
}

/** @returns the command at the end of a printed text. */
function commandIn(printed: string, program = 'almanac'): string {
  const line = printed.trimEnd().split('\n').at(-1) ?? '';
  const at = line.indexOf(`${program} `, line.startsWith('almanac: ') ? 'almanac: '.length : 0);
  expect(at, line).toBeGreaterThanOrEqual(0);
  return line.slice(at);
}

/** Runs a command in a shell. */
function paste(command: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: bin });
  return { status, out: stdout, err: stderr };
}

describe('a printed command in a shell', () => {
  beforeEach(() => install('almanac'));

  test('revokes a new key', async () => {
    const made = await almanac('keys', 'create', '--label', 'x', '--data-dir', dataDir);
    expect(paste(commandIn(made.out))).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Revoked key/),
    });
  });

  test('makes the first key in the same folder', async () => {
    const none = await almanac('keys', 'list', '--data-dir', dataDir);
    expect(paste(commandIn(none.out))).toMatchObject({ status: 0, err: '' });
    expect((await almanac('keys', 'list', '--data-dir', dataDir)).out).toContain('notebook');
  });

  test('lets assistants in', async () => {
    writeFileSync(path.join(dataDir, SETTINGS_FILE), '{"assistants":false}');
    const off = await almanac('mcp', '--data-dir', dataDir);
    expect(paste(commandIn(off.err))).toMatchObject({ status: 0, err: '' });
    expect((await almanac('settings', 'get', 'assistants', '--data-dir', dataDir)).out).toBe('true\n');
  });

  test('finds the folder and the file of an incident', async () => {
    for (const what of ['data', 'keys'])
      writeFileSync(path.join(dataDir, `${what}.sqlite.broken-2026-11-22T10-20-30Z`), 'nothing');
    const { err } = await almanac('status', '--data-dir', dataDir);
    const [first = '', second = ''] = err.trimEnd().split('\n').toSorted();
    // The first command finds the file and says that it has nothing to rescue.
    expect(paste(commandIn(first)).err).toMatch(
      /Nothing of Almanac's data could be read in data\.sqlite\.broken/,
    );
    expect(paste(commandIn(second))).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Key \w+ for L:/),
    });
    expect((await almanac('keys', 'list', '--data-dir', dataDir)).out).toMatch(/^L /m);
  });

  test.each([
    [['status', 'us_debt']],
    [['settings', 'get']],
    [['explain', 'us_debt']],
    [['revisions', 'constituents']],
    [['keys', 'create']],
    [[]],
  ])('from the error of %j is understood', async (words) => {
    const { status, err } = await almanac(...words);
    expect(status).toBe(2);
    expect(paste(commandIn(err)).err).not.toMatch(/not found|There is no (option|command)/);
  });
});

describe('the program’s name', () => {
  test('is almanac if almanac is on the PATH, and npm’s command otherwise', async () => {
    expect(programName()).toBe(NPM_PROGRAM);
    // The program gets the words after `npm run -s almanac --`.
    install('npm', '"$@"');
    writeFileSync(
      path.join(bin, 'npm'),
      `#!/bin/sh\ntest "$1 $2 $3 $4" = 'run -s almanac --' && shift 4 && exec '${process.execPath}' '${COMMAND_LINE}' "$@"\n`,
    );
    const made = await almanac('keys', 'create', '--label', 'x', '--data-dir', dataDir);
    expect(paste(commandIn(made.out, NPM_PROGRAM))).toMatchObject({ status: 0 });
    install('almanac');
    expect(programName()).toBe('almanac');
  });

  test('is npm’s command if npm started it, because a package’s almanac opens a window', () => {
    install('almanac');
    vi.stubEnv('npm_package_name', 'almanac');
    expect(programName()).toBe(NPM_PROGRAM);
    vi.stubEnv('npm_package_name', 'another');
    expect(programName()).toBe('almanac');
  });
});

test.each(Object.keys(COMMANDS))(
  'the examples of %s are read by a shell and by the command',
  async (name) => {
    install('almanac');
    const { out } = await almanac(name, '--help');
    const examples = (out.split(/^Examples?:\n/m)[1] ?? '').trimEnd().split('\n');
    for (const example of examples) {
      const script = `almanac() { printf '%s\\0' "$@"; }\n${example}`;
      const said = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(await readCommandLine(said.split('\0').slice(0, -1)), example).toHaveProperty('command');
    }
  },
);

test('with both variables of colours set, Node’s warning is not printed before the answer', () => {
  const environment = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '1' };
  const { stderr } = spawnSync(process.execPath, [COMMAND_LINE, 'status', '--data-dir', dataDir], {
    encoding: 'utf8',
    env: environment,
  });
  expect(stderr).toBe('');
});
