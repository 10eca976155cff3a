import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Child, forkServiceAhead } from '../../electron/child-process.ts';
import { stillRunning } from '../support/child-processes.ts';
import { standInService } from './stand-in-service.ts';

const SETTINGS = { dataDir: '/nowhere', port: 0, pageSize: 5_000, sample: false, internalCredential: 'x' };

/** Sends the settings. @returns the first message of the service */
async function started(child: Child<object>): Promise<unknown> {
  onTestFinished(() => child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  child.onMessage(resolve);
  child.send({ t: 'init', settings: SETTINGS });
  return promise;
}

test('the process that was forked ahead is the first that is taken; the next is a new one', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  const first = ahead.take(() => undefined);
  const second = ahead.take(() => undefined);
  expect(second.pid).not.toBe(first.pid);
  expect(await started(first)).toMatchObject({ t: 'listening', pid: first.pid });
  expect(await started(second)).toMatchObject({ t: 'listening', pid: second.pid });
  ahead.discard();
  await sleep(50);
  expect(await stillRunning([first.pid ?? 0, second.pid ?? 0])).toHaveLength(2);
});

test('if it has ended before somebody takes it, a new one is taken', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  ahead.discard();
  await sleep(500);
  const child = ahead.take(() => undefined);
  expect(await started(child)).toMatchObject({ t: 'listening', pid: child.pid });
});

test('a program that is not there is told by the process that is taken', async () => {
  const ahead = forkServiceAhead('/nowhere/service.js');
  const lines: string[] = [];
  const child = ahead.take((line) => lines.push(line));
  await new Promise<void>((resolve) => child.onExit(resolve));
  expect(lines.join('\n')).toContain('/nowhere/service.js');
});
