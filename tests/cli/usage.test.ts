import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Command, option, parseArguments } from '../../service/cli/command.ts';
import { COMMANDS, readCommandLine } from '../../service/cli/commands.ts';
import { programName } from '../../service/process/command-line.ts';
import { ended } from '../support/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { almanac } from './almanac.ts';

/** The messages about a command line's words: help, typing errors, and errors in Almanac itself. */

const PACKAGE = path.join(import.meta.dirname, '../../package.json');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-usage-'));
  vi.stubEnv('ALMANAC_DATA_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('almanac', () => {
  test('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    expect(await almanac('--version')).toEqual({ status: 0, signal: null, out: `${version}\n`, err: '' });
    expect((await almanac('-V')).out).toBe(`${version}\n`);
  });

  test('--help lists the commands', async () => {
    const { status, out, err } = await almanac('--help');
    expect([status, err]).toEqual([0, '']);
    expect([...out.matchAll(/^ {2}([a-z]+) +[A-Z]/gm)].map(([, name]) => name)).toEqual(
      Object.keys(COMMANDS),
    );
    for (const word of ['-h', 'help']) expect((await almanac(word)).out).toBe(out);
  });

  test.each(Object.keys(COMMANDS))('%s --help shows usage, options and an example', async (name) => {
    const { status, out, err } = await almanac(name, '--help');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: ${programName()} ${name} `));
    expect(out).toMatch(/^ {6}--data-dir DIR /m);
    expect(out).toMatch(/^ {2}-h, --help +show this help$/m);
    expect(out).toMatch(new RegExp(`^Examples?:\\n {2}${programName()} `, 'm'));
    expect(out.split('\n').filter((line) => line.length > 132)).toEqual([]);
    for (const line of [
      ['help', name],
      [name, '-h', 'x'],
      ['--help', name],
    ])
      expect(await almanac(...line)).toEqual({ status: 0, signal: null, out, err });
  });
});

const OPTIONS = [
  option('-o, --output FILE', ''),
  option('--page-size N', ''),
  option('--origin ORIGIN...', ''),
  option('--json', ''),
];

describe('the words of a command line', () => {
  test('are split into words, values and switches, in any order', () => {
    const line = ['a', '--json', '-o', 'x.csv', 'b', '--page-size=7', '--origin', 'c', '--origin', 'd'];
    const given = parseArguments(line, OPTIONS);
    expect(given.words).toEqual(['a', 'b']);
    expect(['output', 'page-size', 'label'].map(given.text)).toEqual(['x.csv', '7', undefined]);
    expect(given.texts('origin')).toEqual(['c', 'd']);
    expect(given.has('json')).toBe(true);
  });

  test('after --, words may begin with a dash; so may values after =, and numbers', () => {
    expect(parseArguments(['--', '--json', '-x'], OPTIONS).words).toEqual(['--json', '-x']);
    expect(parseArguments(['--output=-x'], OPTIONS).text('output')).toBe('-x');
    expect(parseArguments(['--page-size', '-1'], OPTIONS).text('page-size')).toBe('-1');
  });

  test.each([
    ['--page-sise 7', 'There is no option --page-sise. Did you mean --page-size?'],
    ['--jsn', 'There is no option --jsn. Did you mean --json?'],
    ['-x', 'There is no option -x. Known are: --output, --page-size, --origin, --json, --help.'],
    ['--output', '--output needs a value: --output FILE.'],
    ['-o', '-o needs a value: -o FILE.'],
    ['--output --json', '--output needs a value: --output FILE.'],
    ['--output=', '--output needs a value: --output FILE.'],
    ['--json=yes', "--json takes no value, and 'yes' was given."],
    ['-o a --output b', '--output is given twice: give it once.'],
  ])('%s are refused with the right form', (line, says) => {
    expect(() => parseArguments(line.split(' '), OPTIONS)).toThrow(
      expect.objectContaining({ code: 'wrong_usage', message: says }),
    );
  });

  test('are either understood or refused as wrong usage, whatever they are', async () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('status', '--json', '-o', '--', '--port', 'serve'));
    const read = (args: string[]) => readCommandLine(args).catch((error: unknown) => error);
    await fc.assert(
      fc.asyncProperty(fc.array(word), async (args) => {
        const found = await read(args);
        if (found instanceof Error) expect(found).toHaveProperty('code', 'wrong_usage');
      }),
    );
  });
});

const TEAM = 'postgres://almanac@db.example.org/almanac';
const FOLLOW = 'serve --follow https://x.example';
const CHART = 'series=jolts.quits_rate_sa';
const PORT = "--port is a whole number from 0 to 65535, not '";

/** Wrong lines, each with a part of its message. A no-break space does not separate words. */
const WRONG: [line: string, says: string][] = [
  ['', 'Say what to do'],
  ['sttaus', "There is no command 'sttaus'. Did you mean status?\n"],
  ['constructor', "There is no command 'constructor'."],
  ['help imprt', "There is no command 'imprt'. Did you mean import?\n"],
  ['--data-dir x status', 'The command comes before its options: '],
  ['status --datadir x', 'There is no option --datadir. Did you mean --data-dir?\n'],
  ['status --data-dir', '--data-dir needs a value'],
  ['status us_debt', "status takes only options, and 'us_debt' is not one. See: "],
  ['list x', 'list takes only options'],
  ['stop --all --data-dir x', '--all and --data-dir exclude each other.\n'],
  ['open --port 1', 'There is no option --port.'],
  ...['65536', '-1', '1.5', '1e3', '0x10', '\u00a01', 'abc', '99999999999999999999'].map(
    (port): [string, string] => [`serve --port ${port}`, `${PORT}${port}'.\n`],
  ),
  ['serve --page-size 0', '--page-size is a whole number from 1 to 5000'],
  ['serve --page-size 5001', '--page-size is a whole number from 1 to 5000'],
  ['serve --no-sample=1', '--no-sample takes no value'],
  ['serve --node-name a', '--node-name goes with --team ADDRESS.\n'],
  [`serve --team-counters ${TEAM}`, '--team-counters goes with --team'],
  ['serve --team-password-file f', '--team-password-file goes with --team'],
  [`serve --team ${TEAM} --node-name two\u00a0words`, '--node-name is one word'],
  [FOLLOW, '--follow needs the key of the team'],
  ['serve --follow-key-file f', '--follow-key-file goes with --follow URL.\n'],
  [`${FOLLOW} --follow-key-file no`, "'no' cannot be read. Its first"],
  [`${FOLLOW} --follow-key-file f --team ${TEAM}`, 'does not go with --team.\n'],
  ['serve --follow http://x.example --follow-key-file f', 'Use https:'],
  ['serve --host 0.0.0.0', '--tls-cert and --tls-key, or --behind-proxy'],
  ['import', 'import needs at least one file'],
  ['import --undo us_dept', "There is no dataset 'us_dept'. Did you mean us_debt?\n"],
  ['import a.csv --undo us_debt', '--undo takes the id of one dataset'],
  ['rescue', 'rescue needs one file'],
  ['rescue a b', 'rescue needs one file'],
  ['keys', 'keys create, keys list or keys revoke'],
  ['keys make', 'There is no keys make.'],
  ['keys create', 'keys create needs a label'],
  ['keys create --label \u00a0', 'keys create needs a label'],
  ['keys create x --label x', "keys create takes only options, and 'x' is not one."],
  ['keys create --label x --for bea', "--for takes fred, not 'bea'"],
  ['keys list --for fred', '--for goes with keys create'],
  ['keys list --label x', '--label goes with keys create'],
  ['keys revoke', 'keys revoke takes one id'],
  ['keys revoke a b', 'keys revoke takes one id'],
  ['keys create --label x --role read', '--role goes with keys create --team'],
  [`keys list --team ${TEAM} --role read`, '--role goes with keys create --team'],
  [`keys create --label x --team ${TEAM} --role amin`, "not 'amin'. Did you mean admin?\n"],
  [`keys list --team ${TEAM} --data-dir .`, 'give one of them.\n'],
  ['keys list --team-password-file f', 'goes with --team ADDRESS.\n'],
  ['keys list --team postgres://a:secret@db/x', 'has a password in it'],
  ['team', 'team init, team import, team status or team verify'],
  ['team stauts', 'There is no team stauts. Did you mean status?\n'],
  ['team status', 'team status needs the team'],
  ['settings gte port', "There is no action 'gte'. Did you mean get?\n"],
  ['settings get port x', 'settings get takes one name'],
  ['settings set port', 'settings set takes a name and one value'],
  ['settings set density dense', 'it is "comfortable" or "compact".'],
  ['settings set densty compact', "There is no setting 'densty'. Did you mean"],
  ['refresh us_dept', "There is no dataset 'us_dept'. Did you mean us_debt?\n"],
  ['export', 'export needs a dataset: ui_weekly_claims,'],
  ['export us_debt --units yoy', "--units 'yoy' is not known. Use lin, chg"],
  ['export us_debt --units nbd', 'Add for example --index-date 2020-02-01.'],
  ['export jolts --frequency w', '--frequency w is higher than what is published: jolts is monthly.'],
  ['export us_debt --aggregation avg', '--aggregation avg means something only with a frequency'],
  ['export constituents --units pch', 'leave --units out'],
  ['export us_dept', "There is no dataset 'us_dept'. Did you mean us_debt?\n"],
  ['export us_debt jolts', 'export takes one dataset at a time'],
  ['export us_debt --series debt_held_by_pubic', 'Did you mean debt_held_by_public?\n'],
  ['export us_debt --series debt_held_by_public,', '--series has an empty part'],
  ['export us_debt --from 2024-02-30', "--from is a calendar day like 2024-02-29, not '2024-02-30'.\n"],
  ['export us_debt --from 2024-02-01 --to 2024-01-01', '--from 2024-02-01 is after --to 2024-01-01'],
  ['export us_debt --state CA', 'us_debt has no states'],
  ['export ui_state_weekly_claims --state ZZ', "There is no state 'ZZ'"],
  ['export constituents --from 2024-01-01', 'leave --from out'],
  ['export us_debt --format xls', "--format is csv, json, xlsx or parquet, not 'xls'.\n"],
  ['export us_debt --format xlsx', 'give a file to write, -o FILE.xlsx'],
  ['export us_debt --format parquet', 'give a file to write, -o FILE.parquet'],
  ['export us_debt --guard-formulas --format json', '--guard-formulas goes with CSV'],
  ['export us_debt --list Labour', "leave 'us_debt' or --list out"],
  ['export --list Labour --series x', 'A list has its own series: leave --series out'],
  ['explain', 'explain needs a dataset: ui_weekly_claims,'],
  ['explain us_debt debt_held_by_public', 'explain takes a dataset, a series and a date'],
  ['explain us_debt debt_held_by_pubic 2024-01-02', 'Did you mean debt_held_by_public?\n'],
  ['explain us_debt debt_held_by_public 2024-1-2', 'DATE is a calendar day like 2024-02-29'],
  ['explain ui_state_weekly_claims initial_claims 2024-01-06', 'say which, --state CA.\n'],
  ['explain us_debt debt_held_by_public 2024-01-02 --state CA', 'us_debt has no states'],
  ['revisions', 'revisions needs a dataset: ui_weekly_claims,'],
  ['revisions us_debt jolts', 'revisions takes one dataset at a time'],
  ['revisions us_debt --since monday', "--since is a calendar day like 2024-02-29, not 'monday'.\n"],
  ['revisions us_debt --json --csv', '--json and --csv exclude each other'],
  ['revisions constituents', ' explain constituents CODE DATE\n'],
  ['view', 'needs the address of a chart'],
  [`view ${CHART} x`, "takes one address, and 'x' is one too many"],
  ['view /api/v1/economic-data/jolts?series=quits_rate_sa', 'is not the address of a chart'],
  ['view /explore?series=jolts.nothing', "There is no series 'jolts.nothing'."],
  [`view ${CHART}&units=lin&units=pc1`, 'units stands twice in the address'],
  [`view ${CHART}&aggregation_method=sum`, 'aggregation_method is not a word of a chart'],
  [`view ${CHART}:a:sum`, 'the sum of rates is meaningless. Use avg or eop.'],
  [`view ${CHART}&units=up`, "There is no units 'up', only lin,"],
  [`view ${CHART} --format ods`, "--format is csv, json, xlsx or parquet, not 'ods'"],
  [`view ${CHART} --format xlsx`, 'xlsx is not text: give a file to write'],
  [`view ${CHART} --layout tall`, "--layout is wide or long, not 'tall'"],
];

test.each(WRONG)('%s is wrong usage: status 2, one line, and nothing is made', async (line, says) => {
  const { status, out, err } = await almanac(...line.split(' ').filter((word) => word !== ''));
  expect(err).toContain(says);
  expect(err).toMatch(/^almanac: [^\n]+\n$/);
  expect(err).not.toContain('secret');
  expect([status, out, readdirSync(folder)]).toEqual([2, '', []]);
});

describe('the output', () => {
  const throughShell = (command: string) =>
    ended(
      spawn('sh', ['-c', command, process.execPath, COMMAND_LINE], { stdio: ['ignore', 'pipe', 'pipe'] }),
    );

  test('may be closed by its reader', async ({ skip }) => {
    skip(process.platform === 'win32', 'needs a POSIX shell');
    expect(await throughShell('"$0" "$1" --help | true')).toMatchObject({ status: 0, err: '' });
  });

  test('that cannot be written gives a failure in one line', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'there is no /dev/full here');
    const { status, err } = await throughShell('"$0" "$1" --help > /dev/full');
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: The output cannot be written: [^\n]+\n$/);
  });

  test('of a process has its exit status', async () => {
    expect(await throughShell('"$0" "$1" sttaus')).toMatchObject({ status: 2, out: '' });
  });
});

describe('an error in Almanac itself', () => {
  beforeEach(() => {
    for (const name of ['TMPDIR', 'TEMP']) vi.stubEnv(name, folder);
    vi.stubEnv('ALMANAC_DEBUG', '');
    const broken = { options: [], run: () => Promise.reject(new Error('a broken promise')) };
    const commands = COMMANDS as Record<string, () => Promise<Partial<Command>>>;
    vi.spyOn(commands, 'status').mockResolvedValue(broken);
  });
  const said = async () => {
    const { status, out, err } = await almanac('status');
    expect([status, out]).toEqual([1, '']);
    return err;
  };

  test('is one line that says where the details are, for its owner alone', async () => {
    const line = await said();
    const [name = ''] = readdirSync(folder);
    const file = path.join(folder, name);
    expect(line).toBe(`almanac: an error in Almanac itself; the details are in ${file}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/a broken promise\n +at /);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is written under a random name, and overwrites no file', async ({ skip }) => {
    skip(process.platform === 'win32', 'a link needs a right on Windows that few accounts have');
    const victim = path.join(folder, 'victim');
    writeFileSync(victim, 'kept');
    symlinkSync(victim, path.join(folder, `almanac-error-${process.pid}.txt`));
    await said();
    await said();
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    const names = readdirSync(folder).filter((name) => /^almanac-error-\d+-[0-9a-f]{12}\.txt$/.test(name));
    expect(names).toHaveLength(2);
  });

  test('is shown at once with ALMANAC_DEBUG=1', async () => {
    vi.stubEnv('ALMANAC_DEBUG', '1');
    expect(await said()).toMatch(/a broken promise\n +at /);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is still one line if nothing can be written', async () => {
    rmSync(folder, { recursive: true });
    expect(await said()).toMatch(/^almanac: [^\n]*ALMANAC_DEBUG=1[^\n]*\n$/);
  });
});
