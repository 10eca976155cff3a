import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { Failure } from '../../../service/contract/failure.ts';
import { askTeam } from '../../../service/team/ask/index.ts';

/** One question of a host to a team. */

const KEY = 'alm_the_key_of_ana';
const ABOUT = {
  ...{ team: '01234567-89ab-4def-8123-456789abcdef', version: 57, role: 'read', key_name: 'ana' },
};

/** @returns the address of a server that answers so, and what of its connections is open. */
async function listening(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`, connections };
}

it('is noted whatever becomes of it, without the key, and leaves no connection', async () => {
  for (const [status, ended] of [
    [200, ABOUT],
    [401, 'team_refused'],
    [503, 'team_unreachable'],
  ] as const) {
    const { address, connections } = await listening((request, answer) => {
      expect(request.headers['x-api-key']).toBe(KEY);
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(ABOUT));
    });
    const notes: unknown[] = [];
    const asked: unknown = await askTeam({ address, key: KEY }, (line) => notes.push(line)).catch(
      (error: Failure) => error.code,
    );
    expect(asked).toEqual(ended);
    expect(notes).toEqual([
      expect.objectContaining({
        method: 'GET',
        url: `${address}/team/v1/about`,
        status,
        purpose: `Team · ${address}`,
      }),
    ]);
    expect(JSON.stringify(notes)).not.toContain(KEY);
    await expect.poll(connections).toBe(0);
  }
});

it('is not waited for for ever, and a key that cannot be one leaves this computer never', async () => {
  const { address } = await listening(() => undefined);
  const notes: unknown[] = [];
  const ask = (key: string) => askTeam({ address, key }, (line) => notes.push(line), 50);
  const late = `The team at ${address} does not answer: it does not answer in time.`;
  await expect(ask(KEY)).rejects.toMatchObject({ code: 'team_unreachable', message: late });
  expect(notes).toMatchObject([{ status: null, problem: late }]);
  await expect(ask('two words')).rejects.toMatchObject({ code: 'wrong_usage' });
  expect(notes).toHaveLength(1);
});
