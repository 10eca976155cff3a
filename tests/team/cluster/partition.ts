import { createServer, connect as dial, type Socket } from 'node:net';

/** Stands between a node and its database, and can cut them off from each other as a network does: nothing arrives, nothing closes. */
export type Partition = {
  port: number;
  cut(): void;
  heal(): void;
  /** Waits until more rows are on their way to the node than its looks at the head bring. */
  pulling(): Promise<void>;
  end(): void;
};

/** An answer to a look has some hundred bytes. */
const ROWS_BYTES = 8000;

/** @param port of the database, on loopback. */
export async function startPartition(port: number): Promise<Partition> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let onRows: () => void = () => undefined;
  const server = createServer((client) => {
    const database = dial(port, '127.0.0.1');
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('data', (bytes: Buffer) => {
        if (!isCut) other.write(bytes);
        if (one === database && bytes.length > ROWS_BYTES) onRows();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      isCut = true;
    },
    // What was lost on the way cannot be sent again: the connections end.
    heal() {
      isCut = false;
      closeAll();
    },
    pulling: () =>
      new Promise((resolve) => {
        onRows = resolve;
      }),
    end() {
      server.close();
      closeAll();
    },
  };
}
