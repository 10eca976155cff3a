import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { forkKeychain } from '../../electron/child-process.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';
import { copyKeychainProgram, portProgram } from './open-vault.ts';

/** Starts a keychain's program. @returns the answer to a message, and all that the process has printed */
function start(program: string) {
  const printed: string[] = [];
  const child = forkKeychain(program, process.env, (line) => printed.push(line));
  onTestFinished(() => child.kill('SIGKILL'));
  return {
    printed,
    ask(message: object): Promise<unknown> {
      const answer = new Promise((resolve) => child.onMessage(resolve));
      child.send(message);
      return answer;
    },
  };
}

it('answers through Electron’s port where it has one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-port-'));
  const { ask } = start(await portProgram(folder, await copyKeychainProgram(folder)));
  const input = { account: 'api-key:1' };
  expect(await ask({ t: 'call', id: 7, name: 'get', input })).toMatchObject({
    through: 'port',
    t: 'result',
    id: 7,
    ok: true,
    output: { t: 'unavailable' },
  });
});

it.each([
  ['what its call does not take', 'set', { account: 7, secret: 'a-secret-0123456789' }],
  ['a call that it does not know', 'erase', { account: 'api-key:1', secret: 'a-secret-0123456789' }],
])('refuses %s, without repeating or printing it', async (_, name, input) => {
  const { ask, printed } = start(KEYCHAIN_PROGRAM);
  const answer = await ask({ t: 'call', id: 1, name, input });
  expect(answer).toMatchObject({ t: 'result', id: 1, ok: false, code: 'bug' });
  expect(JSON.stringify(answer) + printed.join()).not.toContain('a-secret');
});
