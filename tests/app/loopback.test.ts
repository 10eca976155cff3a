import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serveGateway } from '../../electron/browser/serve-gateway.ts';
import { startService } from '../../service/compose.ts';
import { temporaryFolder } from '../http/folder.ts';

/** The page and the API are for this computer: their sockets take connections to 127.0.0.1 alone. */

/** @returns 'open', or the code of the error, for a connection to an address of this computer. */
async function knock(host: string, port: number): Promise<string> {
  const socket = connect({ host, port });
  onTestFinished(() => void socket.destroy());
  return once(socket, 'connect').then(
    () => 'open',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** A program that listens on all addresses takes this one too; Linux has it without set-up. */
const OTHER = '127.0.0.2';
const skipped = 'only Linux has a second loopback address without set-up';

it('the API listens on loopback only', async ({ skip }) => {
  skip(process.platform !== 'linux', skipped);
  const service = await startService({
    ...{ dataDir: temporaryFolder(), port: 0, pageSize: 7, sample: false },
    ...{ now: () => new Date(), log: () => undefined },
  });
  onTestFinished(() => service.close(0));
  expect([await knock('127.0.0.1', service.port), await knock(OTHER, service.port)]).toEqual([
    'open',
    'ECONNREFUSED',
  ]);
});

it('the page of browser mode listens on loopback only', async ({ skip }) => {
  skip(process.platform !== 'linux', skipped);
  const server = await serveGateway(
    async () => new Response('page'),
    [0],
    () => undefined,
  );
  onTestFinished(() => server.close());
  expect([await knock('127.0.0.1', server.port), await knock(OTHER, server.port)]).toEqual([
    'open',
    'ECONNREFUSED',
  ]);
});
