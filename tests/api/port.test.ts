import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import { temporaryFolder } from './folder.ts';

/** A port that somebody else has: found before anything is made. */

async function start(dataDir: string, port = 0) {
  const options = { pageSize: 7, sample: true, now: () => new Date(), log: () => undefined };
  const service = await startService({ ...options, dataDir, port });
  onTestFinished(() => service.close(0));
  return service;
}

/** @returns the port of a program that answers nothing, or what it is told to. */
async function otherProgram(answer?: string): Promise<number> {
  const server = createServer((socket) => {
    if (answer !== undefined) socket.end(answer);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('a port that is in use', () => {
  it('leaves a folder as it was: missing, empty, or of a service that has ended', async () => {
    const port = await otherProgram('no HTTP');
    const missing = join(temporaryFolder(), 'deep', 'folder');
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    const used = temporaryFolder();
    await (await start(used)).close();
    const before = readdirSync(used);
    for (const folder of [missing, empty, used]) {
      await expect(start(folder, port)).rejects.toMatchObject({
        code: 'port_in_use',
        message: expect.stringMatching(`^Port ${port} is used by another program\\. .*--port 0`),
      });
    }
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
    expect(readdirSync(used)).toEqual(before);
  });

  it('is reported as an Almanac’s if it is', async () => {
    const { port } = await start(temporaryFolder());
    await expect(start(temporaryFolder(), port)).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(`^Port ${port} is used by another Almanac service\\. .*:${port}/docs`),
    });
    const other = await otherProgram(
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="Router"\r\nContent-Length: 0\r\n\r\n',
    );
    await expect(start(temporaryFolder(), other)).rejects.toMatchObject({
      message: expect.stringMatching('another program'),
    });
  });

  it('is reported only if the folder is free: a second start is told about the first', async () => {
    const dataDir = temporaryFolder();
    const { port } = await start(dataDir);
    await expect(start(dataDir, port)).rejects.toMatchObject({ code: 'folder_in_use' });
  });
});
