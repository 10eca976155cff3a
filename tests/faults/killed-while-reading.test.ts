import { afterEach, expect, test, vi } from 'vitest';
import { type StreamingHost, startStreamingHost } from './streaming-host.ts';

/** A service that is killed while somebody reads from it, with the whole host between the two. */

let running: StreamingHost | undefined;
afterEach(() => running?.stop());

test('a download fails and never looks complete when the service dies; the next one works', async () => {
  running = await startStreamingHost();
  const { host, server, ask } = running;
  const url = await running.endlessDownload();
  const download = await ask(url);
  expect(download.headers.get('Content-Disposition')).toBe('attachment');
  const reader = download.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  expect(server.isAnswering()).toBe(true);
  await running.killService();
  // Read to its end: a browser takes an end without an error for a whole file.
  const readOn = async (): Promise<never> => {
    for (;;) {
      const part = await reader?.read();
      if (part?.done !== false) throw new Error('The answer ended as if it were whole.');
    }
  };
  await expect(readOn()).rejects.toThrow(/terminated/);
  await vi.waitFor(() => expect(server.isAnswering()).toBe(false), 5_000);
  // A ticket works once; a new one reads from the service that was started again.
  expect((await ask(url)).status).toBe(404);
  await host.supervisor.waitForStart(10_000);
  const again = await ask('/api/v1/economic-data/us_debt?format=csv');
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test('when a page goes away the service stops working for it', async () => {
  running = await startStreamingHost();
  const { server, ask } = running;
  const answer = await ask('/api/v1/economic-data/us_debt?format=csv');
  expect(server.isAnswering()).toBe(true);
  await answer.body?.cancel();
  await vi.waitFor(() => expect(server.isAnswering()).toBe(false), 5_000);
});
