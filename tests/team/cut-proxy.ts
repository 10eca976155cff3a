import { createServer, connect as dial, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from './temporary.ts';

/**
 * A proxy between node and database. Once armed, it cuts the connection at the next commit of a publish.
 * @param cut 'before': the commit does not reach the database; 'after': it does, but its answer is lost.
 * @returns the port, and the number of commits that it has cut.
 */
export async function startCuttingProxy(
  port: number,
  cut: 'before' | 'after',
): Promise<{ port: number; cuts(): number; arm(): void }> {
  let cuts = 0;
  let isArmed = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = dial(port, '127.0.0.1');
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    let hasPublished = false;
    let isMute = false;
    client.on('data', (bytes: Buffer) => {
      // Connections are reused; each transaction begins with its isolation level.
      if (bytes.includes('BEGIN ISOLATION')) hasPublished = false;
      hasPublished ||= bytes.includes('INSERT INTO publish');
      if (isArmed && hasPublished && bytes.includes('COMMIT\0')) {
        cuts += 1;
        isArmed = false;
        if (cut === 'before') return void client.destroy();
        isMute = true;
        database.write(bytes);
        return;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      // This is the answer to the commit, so the database has finished it.
      if (isMute) client.destroy();
      else client.write(bytes);
    });
  });
  const address = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: Number(address.split(':')[1]),
    cuts: () => cuts,
    arm: () => {
      isArmed = true;
    },
  };
}
