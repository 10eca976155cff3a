import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../service/cli/commands.mjs';
import { runCommandLine } from '../../service/cli/run-command-line.ts';
import { programName } from '../../service/process/command-line.ts';
import { ended } from '../support/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { almanac } from './almanac.ts';

const PACKAGE = path.join(import.meta.dirname, '../../package.json');

describe('almanac', () => {
  test('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    expect(await almanac('--version')).toEqual({ status: 0, signal: null, out: `${version}\n`, err: '' });
  });

  test('--help lists every command', async () => {
    const { status, out, err } = await almanac('--help');
    expect([status, err]).toEqual([0, '']);
    for (const name of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  test.each(Object.keys(COMMANDS))('%s --help shows usage, options and an example', async (name) => {
    const { status, out, err } = await almanac(name, '--help');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: ${programName()} ${name} `));
    expect(out).toMatch(/^ {6}--data-dir DIR /m);
    expect(out).toMatch(new RegExp(`^Examples?:\\n {2}${programName()} `, 'm'));
    expect(out.split('\n').filter((line) => line.length > 132)).toEqual([]);
    expect(await almanac('help', name)).toEqual({ status: 0, signal: null, out, err });
  });
});

/** Each is status 2 and one line that says what is right. */
const WRONG: [args: string[], says: string][] = [
  [[], 'Say what to do'],
  [['sttaus'], "There is no command 'sttaus'. Did you mean status?"],
  [['constructor'], "There is no command 'constructor'."],
  [['--data-dir', 'x', 'status'], 'The command comes before its options'],
  [['status', '--datadir', 'x'], 'There is no option --datadir. Did you mean --data-dir?'],
  [['status', '--data-dir'], '--data-dir needs a value'],
  [['status', 'us_debt'], 'status takes options only'],
  [['serve', '--port', '65536'], "--port is a whole number from 0 to 65535, not '65536'."],
  [['serve', '--port', '-1'], '--port is a whole number'],
  [['serve', '--page-size', '0'], '--page-size is a whole number from 1 to 5000'],
  [['serve', '--page-size', '5001'], '--page-size is a whole number from 1 to 5000'],
  [['serve', '--no-sample=1'], '--no-sample takes no value'],
  [['list', 'x'], 'list takes options only'],
  [['stop', '--all', '--data-dir', 'x'], '--all and --data-dir exclude each other.'],
  [['open', '--port', '1'], 'There is no option --port.'],
  [['import'], 'import needs at least one file'],
  [['keys'], 'keys create, keys list or keys revoke'],
  [['keys', 'make'], 'There is no keys make.'],
  [['keys', 'create'], 'keys create needs a label'],
  [['keys', 'create', '--label', '  '], 'keys create needs a label'],
  [['keys', 'list', '--label', 'x'], '--label goes with keys create'],
  [['keys', 'revoke'], 'keys revoke takes one id'],
  [['keys', 'revoke', 'a', 'b'], 'keys revoke takes one id'],
  [['refresh', 'us_dept'], "There is no dataset 'us_dept'. Did you mean us_debt?"],
  [['export'], 'export needs a dataset: ui_weekly_claims,'],
  [['export', 'us_debt', '--units', 'yoy'], "--units 'yoy' is not known. Use lin, chg"],
  [['export', 'us_debt', '--units', 'nbd'], 'Add for example --index-date 2020-02-01.'],
  [
    ['export', 'jolts', '--frequency', 'w'],
    '--frequency w is higher than what is published: jolts is monthly.',
  ],
  [['export', 'us_debt', '--aggregation', 'avg'], '--aggregation avg means something only with a frequency'],
  [['export', 'constituents', '--units', 'pch'], 'leave --units out'],
  [['export', 'us_dept'], "There is no dataset 'us_dept'. Did you mean us_debt?"],
  [['export', 'us_debt', 'jolts'], 'export takes one dataset at a time'],
  [['export', 'us_debt', '--series', 'debt_held_by_pubic'], 'Did you mean debt_held_by_public?'],
  [['export', 'us_debt', '--series', 'debt_held_by_public,'], '--series has an empty part'],
  [
    ['export', 'us_debt', '--from', '2024-02-30'],
    "--from is a calendar day like 2024-02-29, not '2024-02-30'.",
  ],
  [
    ['export', 'us_debt', '--from', '2024-02-01', '--to', '2024-01-01'],
    '--from 2024-02-01 is after --to 2024-01-01',
  ],
  [['export', 'us_debt', '--state', 'CA'], 'us_debt has no states'],
  [['export', 'ui_state_weekly_claims', '--state', 'ZZ'], "There is no state 'ZZ'"],
  [['export', 'constituents', '--from', '2024-01-01'], 'leave --from out'],
  [['export', 'us_debt', '--format', 'xls'], "--format is csv, json, xlsx or parquet, not 'xls'."],
  [['export', 'us_debt', '--format', 'xlsx'], 'give a file to write, -o FILE.xlsx'],
  [['export', 'us_debt', '--format', 'parquet'], 'give a file to write, -o FILE.parquet'],
  [['explain'], 'explain needs a dataset: ui_weekly_claims,'],
  [['explain', 'us_debt', 'debt_held_by_public'], 'explain takes a dataset, a series and a date'],
  [['explain', 'us_debt', 'debt_held_by_pubic', '2024-01-02'], 'Did you mean debt_held_by_public?'],
  [
    ['explain', 'us_debt', 'debt_held_by_public', '2024-1-2'],
    "DATE is a calendar day like 2024-02-29, not '2024-1-2'.",
  ],
  [['explain', 'ui_state_weekly_claims', 'initial_claims', '2024-01-06'], 'say which, --state CA.'],
  [['explain', 'us_debt', 'debt_held_by_public', '2024-01-02', '--state', 'CA'], 'us_debt has no states'],
  [['revisions'], 'revisions needs a dataset: ui_weekly_claims,'],
  [['revisions', 'us_debt', 'jolts'], 'revisions takes one dataset at a time'],
  [['revisions', 'us_debt', '--since', 'monday'], "--since is a calendar day like 2024-02-29, not 'monday'."],
  [['revisions', 'us_debt', '--json', '--csv'], '--json and --csv exclude each other'],
  [['revisions', 'constituents'], ' explain constituents CODE DATE'],
];

describe('wrong usage', () => {
  test.each(WRONG)('%j is status 2 and one line', async (args, says) => {
    const [out, err] = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockReturnValue(true),
    );
    const status = await runCommandLine(args);
    const [outCalls, errCalls] = [out?.mock.calls.flat() ?? [], err?.mock.calls.flat() ?? []];
    vi.restoreAllMocks();
    expect(errCalls.join('')).toContain(says);
    expect(errCalls.join('')).toMatch(/^almanac: [^\n]+\n$/);
    expect([status, outCalls]).toEqual([2, []]);
  });

  test('is the exit status of the process too', async () => {
    const { status, out, err } = await almanac('sttaus');
    expect(err).toBe("almanac: There is no command 'sttaus'. Did you mean status?\n");
    expect([status, out]).toEqual([2, '']);
  });
});

describe('the output', () => {
  const throughShell = (command: string) =>
    ended(
      spawn('sh', ['-c', command, process.execPath, COMMAND_LINE], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );

  test('may be closed by its reader', async ({ skip }) => {
    skip(process.platform === 'win32', 'needs a POSIX shell');
    expect(await throughShell('"$0" "$1" --help | true')).toMatchObject({ status: 0, err: '' });
  });

  test('that cannot be written is a failure in one line', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'there is no /dev/full here');
    const { status, err } = await throughShell('"$0" "$1" --help > /dev/full');
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: The output cannot be written: [^\n]+\n$/);
  });
});
