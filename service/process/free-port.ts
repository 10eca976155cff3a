import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from '../contract/failure.ts';
import { SMALL_REQUEST } from '../datasets/examples.ts';

const LOOPBACK = '127.0.0.1';
const ASK_MS = 1500;

/**
 * Checks that the service can listen on a port, before it opens or creates any file. Port 0 means any free port and always passes.
 * @throws Failure 'port_in_use'.
 */
export async function expectFreePort(port: number, host = LOOPBACK): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    const listening = once(probe, 'listening');
    probe.listen({ host, port });
    await listening;
  } catch (error) {
    throw await portFailure(port, error);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** @returns a Failure that says what to do if listening on the port failed because the port is taken or not allowed; otherwise `error` itself. */
export async function portFailure(port: number, error: unknown): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  return new Failure('port_in_use', `Port ${port} ${await reason(port, code)}`, {}, { cause: error });
}

async function reason(port: number, code: 'EADDRINUSE' | 'EACCES'): Promise<string> {
  const other = 'or choose another port: --port 0 takes a free one.';
  if (code === 'EACCES') return `may not be used by this account. Let it, ${other}`;
  if (!(await isAlmanac(port))) return `is used by another program. Stop that program, ${other}`;
  return `is used by another Almanac service. Use that one (http://${LOOPBACK}:${port}/docs), stop it, ${other}`;
}

/** @returns whether an Almanac answers on the port. To a request without a key it answers with its name. */
async function isAlmanac(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${LOOPBACK}:${port}${SMALL_REQUEST}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ASK_MS),
    });
    await answer.body?.cancel();
    return answer.headers.get('www-authenticate')?.includes('realm="Almanac"') ?? false;
  } catch {
    // The program there does not speak HTTP, or does not answer.
    return false;
  }
}
