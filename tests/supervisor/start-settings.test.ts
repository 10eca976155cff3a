import { expect, test } from 'vitest';
import { superviseService } from '../../electron/supervisor/index.ts';
import type { ServiceMessage } from '../../service/contract/control.ts';

test('what is found out at each start goes to the service with its settings, which wait for it', async () => {
  const inits: unknown[] = [];
  let listen: (message: ServiceMessage) => void = () => undefined;
  let exit: () => void = () => undefined;
  let keys = 0;
  const supervisor = superviseService({
    settings: {
      dataDir: '/nowhere',
      port: 0,
      pageSize: 5_000,
      sample: false,
      internalCredential: 'of-this-launch',
    },
    moreSettings: async () => {
      keys += 1;
      return { follow: { address: 'https://data.example.org', key: `key ${keys}` } };
    },
    otherPorts: [],
    whoHolds: async () => 'a test',
    answer: { 'publisher-keys': () => Promise.reject(new Error('This service asks its host nothing')) },
    spawn: () => ({
      send(message) {
        if (message.t === 'shutdown') exit();
        if (message.t !== 'init') return;
        inits.push(message.settings);
        listen({ t: 'listening', port: 4780, pid: 1, version: '0' });
      },
      kill: () => exit(),
      onMessage(listener) {
        listen = (message) => queueMicrotask(() => listener(message));
      },
      onExit(listener) {
        exit = () => queueMicrotask(listener);
      },
    }),
    log: () => undefined,
  });
  for (const key of ['key 1', 'key 2']) {
    supervisor.start();
    expect((await supervisor.waitForStart(10_000)).state).toBe('ready');
    expect(inits.at(-1)).toMatchObject({
      dataDir: '/nowhere',
      follow: { address: 'https://data.example.org', key },
    });
    await supervisor.stop();
  }
  expect(inits).toHaveLength(2);
});
