import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { pageService } from './page-service.ts';

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

it('the API and the page listen on loopback only', async ({ skip }) => {
  skip(process.platform !== 'linux', skipped);
  const { service } = await pageService();
  for (const port of [service.port, service.page?.port ?? 0])
    expect([await knock('127.0.0.1', port), await knock(OTHER, port), await knock('::1', port)]).toEqual([
      'open',
      'ECONNREFUSED',
      expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/),
    ]);
});
