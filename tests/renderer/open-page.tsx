import { resolveObjectURL } from 'node:buffer';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { configure } from '@testing-library/dom';
import { cleanup, render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../renderer/api/index.ts';
import { createAppRouter } from '../../renderer/app/router.tsx';
import { theme } from '../../renderer/app/theme.ts';
import { startService } from '../../service/compose.ts';
import { makeBearer } from '../../service/process/page-bearer.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { copySample } from '../support/sample-data.ts';

const SECRET = 'secret-of-this-run';

configure({
  // A screen that takes longer is a fault; ALMANAC_PATIENCE allows for a busy machine.
  asyncUtilTimeout: 10_000 * Number(process.env.ALMANAC_PATIENCE ?? 1),
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]} The page shows: ${document.querySelector('main')?.textContent}`),
});

export type PageOptions = {
  /** The data folder of an earlier page, or one filled by the test; by default a new one with sample data. */
  dataDir?: string;
  /** The current time of service and page, ISO 8601; by default that of the computer. */
  at?: string;
  /** Answers in place of the service if it returns something: a fault, or an answer that never comes. */
  instead?: (request: Request) => Promise<Response | undefined> | Response | undefined;
};

/**
 * Opens the whole page at an address, on a real service in this process: as in Chromium, for a tenth of its
 * processor time, but without layout (`page-environment.ts`). A second call with the same `dataDir` finds
 * what was stored. The page ends with the test.
 */
export async function openPage(address: string, options: PageOptions = {}) {
  const { at, instead } = options;
  if (at !== undefined) vi.setSystemTime(at);
  const dataDir = options.dataDir ?? (await sampleFolder());
  const logs: string[] = [];
  const log = (line: string) => void logs.push(line);
  const service = await startService({
    ...{ dataDir, port: 0, pageSize: 5000, sample: false, now: () => new Date(), log },
    internalCredential: 'credential-of-this-start',
    app: {
      start: {
        ...{ mode: 'browser', port: 0, isPortFixed: true, folder: dataDir, environmentKeys: {} },
        ...{ sessionSecret: SECRET, controlSecret: 'control', logFile: path.join(dataDir, 'almanac.log') },
        shell: { pid: process.pid, versions: {} },
        startup: { origin: Date.now(), marks: {}, report: null },
      },
      vault: memoryVault(),
      learn: () => undefined,
      end: () => undefined,
    },
  });
  const origin = `http://127.0.0.1:${service.page?.port}`;
  const bearer = makeBearer(SECRET);
  const netFetch = globalThis.fetch;
  /** Method, path and query of each request of the page, in order. */
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://app'), init);
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname}${search}`);
    const other = await instead?.(request);
    if (other) return other;
    // Requests of the test itself are signed in, too.
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${bearer}`);
    const answer = await netFetch(origin + pathname + search, { ...init, headers });
    // A fixed version, so that texts that name it stay the same in every release.
    if (pathname === '/host/state' && answer.ok)
      return Response.json({ ...((await answer.json()) as object), version: '1.2.3' });
    return answer;
  };
  /** The files that the page has saved. */
  const saved: { name: string; text: Promise<string> }[] = [];
  const onSave = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[download]');
    if (!link) return;
    event.preventDefault();
    const blob = resolveObjectURL(link.href);
    const text = blob ? blob.text() : fetch(link.href).then((answer) => answer.text());
    saved.push({ name: link.download, text });
  };
  document.addEventListener('click', onSave, true);
  /** Errors that React and the page log. */
  const complaints: string[] = [];
  const { error } = console;
  console.error = (...words) => void complaints.push(words.join(' '));
  history.replaceState(null, '', address);
  sessionStorage.setItem('almanac.bearer', bearer);
  const client = createQueryClient();
  // Failed requests are repeated as often as usual, but without waiting.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } });
  const router = createAppRouter(client);
  const page = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  let isClosed = false;
  /** Leaves the page and ends the service, so that all data are on the disk. */
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    cleanup();
    // Otherwise imports that a tile began would end after their document.
    await vi.dynamicImportSettled();
    client.clear();
    globalThis.fetch = netFetch;
    console.error = error;
    document.removeEventListener('click', onSave, true);
    localStorage.clear();
    sessionStorage.clear();
    await service.close();
    vi.useRealTimers();
    expect(complaints, 'the page complains of nothing').toEqual([]);
  };
  onTestFinished(close);
  return {
    ...page,
    // Without layout nothing covers anything, and checking for it takes long.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    router,
    client,
    asked,
    saved,
    logs,
    dataDir,
    service,
    close,
  };
}

/** Gives the window this size until the test ends. */
export function windowOf(width: number, height = 900): void {
  const { happyDOM, innerWidth, innerHeight } = window as unknown as Window & {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void };
  };
  happyDOM.setViewport({ width, height });
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth, height: innerHeight }));
}

async function sampleFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await copySample(folder);
  return folder;
}
