import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { COUNTED_AHEAD } from '../../service/keys/usage.ts';
import { clock, DEBT_PATH, fillFolder, START, temporaryFolder } from '../api/folder.ts';

/** Both windows of the limits hold after `kill -9`: every answered request is counted, and at most some tens of others. */

const LIMIT = 100;

async function service(dataDir: string, at = START): Promise<{ process: ChildProcess; url: string }> {
  const process = fork(join(import.meta.dirname, 'frozen-service.ts'), [dataDir, at], { execArgv: [] });
  onTestFinished(() => void process.kill('SIGKILL'));
  const [port] = await once(process, 'message');
  return { process, url: `http://127.0.0.1:${port}${DEBT_PATH}` };
}

/** Makes requests over several connections until `isOver` is true for the sent and answered ones, or nobody answers. */
async function ask(
  url: string,
  key: string,
  connections: number,
  onAnswer: (status: number, answered: number) => boolean,
): Promise<{ sent: number; answered: number }> {
  const count = { sent: 0, answered: 0 };
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      count.sent += 1;
      const answer = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
      if (!answer) return;
      await answer.arrayBuffer().catch(() => undefined);
      if (answer.status === 200) count.answered += 1;
      if (!onAnswer(answer.status, count.answered)) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return count;
}

/** Connections, and answers before the kill. */
const MANY = [8, 90];

test.each(process.env.ALMANAC_SOAK ? [MANY, [1, 3], [1, 60], [8, 20]] : [MANY])(
  '%i connections and %i answers, kill -9: the next service lets through the rest of the minute',
  async (connections = 1, answers = 1) => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const keys = openKeys(dataDir, { now: clock().now });
    onTestFinished(() => keys.close());
    const { key } = await keys.create('k');

    const first = await service(dataDir);
    const exit = once(first.process, 'exit');
    const before = await ask(first.url, key, connections, (_, answered) => {
      if (answered >= answers) first.process.kill('SIGKILL');
      return true;
    });
    await exit;
    expect(before.answered).toBeGreaterThanOrEqual(answers);

    const second = await service(dataDir);
    const after = await ask(second.url, key, connections, (status) => status === 200);
    // Nobody gets more than the limit, and nobody loses more than was counted ahead.
    expect(before.answered + after.answered).toBeLessThanOrEqual(LIMIT);
    expect(before.sent + after.answered).toBeGreaterThanOrEqual(LIMIT - COUNTED_AHEAD);
    const [line] = await keys.list();
    expect([line?.this_minute, line?.today]).toEqual([LIMIT, LIMIT]);

    // The day has the same count, and the next minute starts at 0.
    second.process.kill('SIGKILL');
    await once(second.process, 'exit');
    const later = await service(dataDir, '2026-11-20T12:01:00.000Z');
    const answer = await fetch(later.url, { headers: { 'X-API-Key': key } });
    expect(answer.headers.get('RateLimit')).toMatch(/^"minute";r=99;t=60,"day";r=9899;/);
  },
);
