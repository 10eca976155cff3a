import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EVENTS_PATH, type Versions } from '../../service/contract/events.ts';
import { publish, temporaryFolder } from '../http/folder.ts';
import { CONTROL_SECRET } from '../support/service-child.ts';
import { pageService } from './page-service.ts';

/** The stream that says to open pages what has changed. */

type Page = Awaited<ReturnType<typeof pageService>>;

/** Follows the stream. `heard` are its messages so far; `leave` ends it, as a page does that is closed. */
async function following({ ask }: Pick<Page, 'ask'>) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await ask(EVENTS_PATH, { signal: leaving.signal });
  const heard: Versions[] = [];
  let isOver = false;
  const reading = (async () => {
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const parts = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts)
        if (part.startsWith('data: ')) heard.push(JSON.parse(part.slice(6)) as Versions);
    }
  })().catch(() => undefined);
  void reading.then(() => {
    isOver = true;
  });
  const changed = () => {
    const [last, before] = [heard.at(-1), heard.at(-2)];
    return Object.keys(last ?? {}).filter((name) => last?.[name as 'work'] !== before?.[name as 'work']);
  };
  return { answer, heard, changed, isOver: () => isOver, leave: () => leaving.abort() };
}

const VIEW = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};

test('a page hears the versions at once, and again only when one of them is another', async () => {
  const page = await pageService();
  const events = await following(page);
  expect([events.answer.status, events.answer.headers.get('Content-Type')]).toEqual([
    200,
    'text/event-stream',
  ]);
  await expect.poll(() => events.heard.length).toBe(1);
  await sleep(1_300);
  expect(events.heard).toHaveLength(1);
  await page.post('save-item', VIEW);
  await expect.poll(() => events.heard.length, { timeout: 5_000 }).toBe(2);
  expect(events.changed()).toEqual(['work']);
  // What another program does is noticed as well.
  publish(page.dataDir, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.19' }]);
  await expect.poll(() => events.heard.length, { timeout: 5_000 }).toBe(3);
  expect(events.changed()).toContain('data');
  expect(events.changed()).not.toContain('work');
  // A page that comes later hears what is so now.
  const later = await following(page);
  await expect.poll(() => later.heard).toEqual([events.heard.at(-1)]);
});

test('pages are counted while they follow; the stream needs a session, and ends with the service', async () => {
  const page = await pageService({ dataDir: temporaryFolder() });
  const clients = async () => {
    const headers = { Authorization: `Bearer ${CONTROL_SECRET}` };
    const answer = await fetch(`${page.origin}/control/state`, { method: 'POST', headers });
    return ((await answer.json()) as { clients: number }).clients;
  };
  expect(await clients()).toBe(0);
  const [one, two] = [await following(page), await following(page)];
  expect(await clients()).toBe(2);
  one.leave();
  await expect.poll(clients).toBe(1);
  expect((await fetch(page.origin + EVENTS_PATH)).status).toBe(401);
  const foreign = { headers: { Origin: 'https://evil.test' } };
  expect((await page.ask(EVENTS_PATH, foreign)).status).toBe(403);
  expect(await clients()).toBe(1);
  const began = performance.now();
  await page.service.close(5_000);
  expect(performance.now() - began).toBeLessThan(4_000);
  await expect.poll(two.isOver).toBe(true);
});
