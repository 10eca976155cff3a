import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Versions } from '../../../service/contract/app-state.ts';
import { openPage } from '../open-page.tsx';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const encoder = new TextEncoder();
const FIRST: Versions = { state: '1', jobs: '1', data: '1', work: '1', settings: '1', runs: '1', team: '1' };

/** Opens Data, and records the connections on which the service reports changes. */
async function openReported() {
  const connections: ReadableStreamDefaultController<Uint8Array>[] = [];
  const page = await openPage('/data', {
    instead: ({ url, signal }) => {
      if (!url.endsWith('/host/events')) return undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (connection) => {
          connections.push(connection);
          signal.addEventListener('abort', () => connection.error(signal.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  await screen.findByRole('heading', { name: 'Log of runs' });
  await waitFor(() => expect(connections).toHaveLength(1));
  const send = (text: string) => connections.at(-1)?.enqueue(encoder.encode(text));
  const report = (versions: Versions) => send(`data: ${JSON.stringify(versions)}\n\n`);
  const since = (at: number) => page.asked.slice(at).map((line) => line.replace(/ \/host\//, ' '));
  report(FIRST);
  return { ...page, connections, send, report, since };
}

test('the page requests at once what has changed, and nothing else, and no longer polls what is reported', {
  tags: 'soak',
}, async () => {
  const { asked, since, send, report } = await openReported();
  // Earlier poll timers still fire once: within five seconds, except that of the state, after ten.
  await wait(5_500);
  const quiet = asked.length;
  await wait(2_500);
  expect(since(quiet)).toEqual([]);

  report({ ...FIRST, jobs: '2' });
  await waitFor(() => expect(since(quiet)).toEqual(['GET jobs']));
  // The service sends a comment, the same report again, and a report in two pieces.
  send(':\n\n');
  report({ ...FIRST, jobs: '2' });
  const next = `data: ${JSON.stringify({ ...FIRST, jobs: '2', work: '2' })}\n\n`;
  send(next.slice(0, 20));
  await wait(50);
  expect(since(quiet)).toEqual(['GET jobs']);
  send(next.slice(20));
  await waitFor(() => expect(since(quiet)).toEqual(['GET jobs', 'GET work-version']));
});

test('a lost connection is made again, and what changed in the meantime is requested', async () => {
  const { asked, since, connections, report } = await openReported();
  await wait(50);
  const before = asked.length;
  connections[0]?.error(new TypeError('terminated'));
  await waitFor(() => expect(since(before)).toContain('GET state'));
  await waitFor(() => expect(connections).toHaveLength(2));
  report({ ...FIRST, settings: '2' });
  await waitFor(() => expect(since(before)).toContain('GET data-state'));
});

test('a hidden page has no connection', { tags: 'soak' }, async () => {
  const { connections, report, since, asked } = await openReported();
  const show = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show(true);
  await wait(600);
  expect(connections).toHaveLength(1);
  const before = asked.length;
  show(false);
  Reflect.deleteProperty(document, 'hidden');
  await waitFor(() => expect(connections).toHaveLength(2));
  report({ ...FIRST, jobs: '2' });
  await waitFor(() => expect(since(before)).toContain('GET jobs'));
});
