import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fits } from '../../service/contract/fits.ts';
import { EVENTS_PATH, Versions } from '../../service/contract/host.ts';
import { openWork } from '../../service/work/index.ts';
import { clock } from '../api/folder.ts';
import { pageService } from './page-service.ts';

/** The stream that says what has changed. */

type Page = Awaited<ReturnType<typeof pageService>>;

/** Follows the stream as a page does. */
async function follow({ ask }: Pick<Page, 'ask'>) {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const answer = await ask(EVENTS_PATH, { signal: gone.signal });
  const messages: Versions[] = [];
  let isOver = false;
  const reading = (async () => {
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + piece).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) messages.push(JSON.parse(part.slice(6)));
    }
  })().catch(() => undefined);
  void reading.then(() => {
    isOver = true;
  });
  await expect.poll(() => messages.length).toBe(1);
  /** @returns which subjects are other ones than at first. */
  const changed = () =>
    (Object.keys(messages[0] ?? {}) as (keyof Versions)[]).filter(
      (name) => messages.at(-1)?.[name] !== messages[0]?.[name],
    );
  return { answer, messages, changed, isOver: () => isOver, leave: () => gone.abort() };
}

test('the first message has every subject, and a session is needed', async () => {
  const page = await pageService();
  const { answer, messages } = await follow(page);
  expect(answer.headers.get('Content-Type')).toBe('text/event-stream');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(fits(Versions, messages[0])).toBe(true);
  for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer wrong' }])
    expect((await fetch(page.origin + EVENTS_PATH, { headers })).status).toBe(401);
  expect((await page.ask(EVENTS_PATH, { method: 'POST' })).status).toBe(405);
  expect((await page.ask(EVENTS_PATH, { headers: { Origin: 'https://evil.test' } })).status).toBe(403);
});

test('says what the page itself has changed, and what another program has', async () => {
  const page = await pageService();
  const own = await follow(page);
  const other = await follow(page);
  await page.post('set-preferences', { values: { theme: 'dark' } });
  await expect.poll(own.changed, { timeout: 5000 }).toEqual(['work']);
  await expect.poll(other.changed, { timeout: 5000 }).toEqual(['work']);

  const { messages, changed } = await follow(page);
  const work = openWork(page.dataDir, { now: clock().now });
  work.preferences.set({ theme: 'light' });
  work.close();
  await expect.poll(changed, { timeout: 5000 }).toEqual(['work']);
  writeFileSync(path.join(page.dataDir, 'settings.json'), '{"page_size": 100}');
  await expect.poll(changed, { timeout: 5000 }).toEqual(['work', 'settings']);
  expect(messages).toHaveLength(3);
  // A page that comes later hears what is so now.
  expect((await follow(page)).messages).toEqual([messages.at(-1)]);
});

test('says that a job begins and ends, and that there are sample data then', async () => {
  const page = await pageService();
  const { changed } = await follow(page);
  const upload = await page.upload();
  await page.post('preview', { upload });
  await expect.poll(changed, { timeout: 5000 }).toEqual(['jobs']);
  await page.post('make-sample');
  await expect.poll(changed, { timeout: 10_000 }).toEqual(expect.arrayContaining(['data', 'jobs', 'runs']));
});

test('counts the pages that follow, and ends with the service', async () => {
  const page = await pageService({ until: () => undefined });
  const count = async () => {
    const secret = { Authorization: `Bearer ${page.controlSecret}` };
    const answer = await fetch(`${page.origin}/control/state`, { method: 'POST', headers: secret });
    return ((await answer.json()) as { clients: number }).clients;
  };
  expect(await count()).toBe(0);
  const [one, two] = [await follow(page), await follow(page)];
  expect(await count()).toBe(2);
  two.leave();
  await expect.poll(count).toBe(1);
  const began = performance.now();
  await page.service.close(5000);
  // Nobody waits for a page that follows.
  expect(performance.now() - began).toBeLessThan(4000);
  await expect.poll(one.isOver).toBe(true);
});
