import { createInterface } from 'node:readline';
import type { VaultRequest } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import { openVault } from './open-vault.ts';

/**
 * A process with nothing but a vault and its keychain. It reads orders as JSON lines, and writes answers
 * without secrets. Its arguments are the data folder and, if not the usual one, the keychain's program. 'end'
 * closes the keychain and lets the process end.
 */

export type Order =
  | { t: 'write'; id: string; secret: string }
  | { t: 'read'; id: string; secret: string }
  | { t: 'choose'; request: VaultRequest }
  | { t: 'pids' }
  | { t: 'end' };

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('A data folder is needed.');
const { vault, close, pids, lines } = await openVault({
  environment: process.env,
  dataDir,
  program: process.argv[3],
});
const input = createInterface({ input: process.stdin });
input.on('line', async (line) => {
  const order = JSON.parse(line) as Order;
  try {
    console.log(JSON.stringify({ t: order.t, said: await obey(order) }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(JSON.stringify({ t: order.t, failed: error.message }));
  }
});

async function obey(order: Order): Promise<unknown> {
  switch (order.t) {
    case 'write':
      return vault.write({ kind: 'api-key', id: order.id }, order.secret);
    case 'read':
      return (await vault.read({ kind: 'api-key', id: order.id })) === order.secret;
    case 'choose':
      return vault.choose(order.request);
    case 'pids':
      return pids;
    case 'end':
      await close();
      for (const line of lines) console.error(line);
      input.close();
      process.stdin.destroy();
      return 'ended';
  }
}
