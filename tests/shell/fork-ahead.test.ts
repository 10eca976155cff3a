import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Child, forkServiceAhead } from '../../electron/child-process.ts';
import type { ShellMessage } from '../../service/contract/service-channel.ts';
import { stillRunning } from '../support/child-processes.ts';
import { SOME_START } from './service-start.ts';
import { standInService } from './stand-in-service.ts';

/** Sends the settings. @returns the id of the process that answers */
async function started(child: Child<ShellMessage>): Promise<number> {
  onTestFinished(() => child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  child.onMessage(resolve);
  child.send({ t: 'start', settings: SOME_START });
  const { pagePort } = (await promise) as { pagePort: number };
  const answer = await fetch(`http://127.0.0.1:${pagePort}/`);
  return ((await answer.json()) as { pid: number }).pid;
}

test('the process that was forked ahead is the first that is taken; the next is a new one', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  const first = ahead.take(() => undefined);
  const second = ahead.take(() => undefined);
  expect(second.pid).not.toBe(first.pid);
  expect(await started(first)).toBe(first.pid);
  expect(await started(second)).toBe(second.pid);
  ahead.discard();
  await sleep(50);
  expect(await stillRunning([first.pid ?? 0, second.pid ?? 0])).toHaveLength(2);
});

test('if it has ended before somebody takes it, a new one is taken', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  ahead.discard();
  await sleep(500);
  const child = ahead.take(() => undefined);
  expect(await started(child)).toBe(child.pid);
});

test('a program that is not there is reported by the process that is taken', async () => {
  const ahead = forkServiceAhead('/nowhere/service.js');
  const lines: string[] = [];
  const child = ahead.take((line) => lines.push(line));
  await new Promise((resolve) => child.onExit(resolve));
  expect(lines.join('\n')).toContain('/nowhere/service.js');
});
