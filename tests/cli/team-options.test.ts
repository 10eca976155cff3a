import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../service/cli/command.ts';
import { keys, keyTable } from '../../service/cli/keys.ts';
import { parseArguments } from '../../service/cli/parse-arguments.ts';
import { serve } from '../../service/cli/serve.ts';

/** Runs a command in this process, as far as it gets before anything is opened. */
async function run(command: Command, words: readonly string[]): Promise<void> {
  await command.run(parseArguments(words, command.options));
}

const FOLLOW = ['--follow', 'https://x.example'];
const TEAM = 'postgres://almanac@db.example.org/almanac';

test.each<[string, Command, readonly string[], RegExp]>([
  ['node-name alone', serve, ['--node-name', 'a'], /^--node-name goes with --team ADDRESS\.$/],
  ['counters alone', serve, ['--team-counters', TEAM], /^--team-counters goes with --team/],
  ['password file alone', serve, ['--team-password-file', 'f'], /^--team-password-file goes with --team/],
  ['a name of two words', serve, ['--team', TEAM, '--node-name', 'two words'], /^--node-name is one word/],
  [
    'an address to follow alone',
    serve,
    ['--follow', 'https://x.example'],
    /^--follow needs the key of the team/,
  ],
  ['a key file alone', serve, ['--follow-key-file', 'f'], /^--follow-key-file goes with --follow URL\.$/],
  [
    'a key file that is not there',
    serve,
    [...FOLLOW, '--follow-key-file', 'no'],
    /'no' cannot be read\. Its first/,
  ],
  ['following and serving', serve, [...FOLLOW, '--follow-key-file', 'f', '--team', TEAM], /with --team\.$/],
  ['following without TLS', serve, ['--follow', 'http://x.example', '--follow-key-file', 'f'], /Use https:/],
  ['an open host', serve, ['--host', '0.0.0.0'], /--tls-cert and --tls-key, or --behind-proxy/],
  [
    'a role alone',
    keys,
    ['create', '--label', 'x', '--role', 'read'],
    /^--role goes with keys create --team/,
  ],
  [
    'a role to list',
    keys,
    ['list', '--team', TEAM, '--role', 'read'],
    /^--role goes with keys create --team/,
  ],
  ['a wrong role', keys, ['create', '--label', 'x', '--team', TEAM, '--role', 'amin'], /not 'amin'.*admin/],
  ['two places', keys, ['list', '--team', TEAM, '--data-dir', '.'], /^--team names .* give one of them\.$/],
  ['a password file', keys, ['list', '--team-password-file', 'f'], /goes with --team ADDRESS\.$/],
  ['a password', keys, ['list', '--team', 'postgres://a:secret@db/x'], /has a password in it/],
])('wrong options of a team are refused in one line: %s', async (_, command, words, message) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const given = command === serve ? [...words, '--data-dir', folder, '--port', '0'] : words;
  const failure = await run(command, given).catch((error: Error & { code: string }) => error);
  expect(failure).toMatchObject({ code: 'wrong_usage', message: expect.stringMatching(message) });
  expect(failure?.message).not.toMatch(/\n|secret/);
  expect(readdirSync(folder)).toEqual([]);
});

test('the table of a team’s keys has their roles', () => {
  const key = { id: 'k1', label: 'R', last4: 'abcd', created_at: '2026-11-21T06:42:16.000Z', this_minute: 0 };
  const unused = { last_used_at: null, last_client: null, revoked_at: null, today: 0, is_for_fred: false };
  expect(keyTable([{ ...key, ...unused, role: 'publish' }], 10_000).map((line) => line.trim())).toEqual([
    expect.stringMatching(/STATE {3}ROLE$/),
    expect.stringMatching(/active {2}publish$/),
  ]);
});
