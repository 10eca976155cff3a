import { expect, type Noted, test, withTestApp } from './fixtures.ts';

withTestApp('usual');

test.describe('@desktop-only Electron', () => {
  test('lets through requests that no listener cancels, and names the page that sent them', async ({
    shown,
    electronApp,
  }) => {
    await electronApp.evaluate(({ session }) => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      session.defaultSession.webRequest.onBeforeRequest(
        { urls: ['http://*/*', 'ws://*/*'] },
        ({ url, ...details }, answer) => {
          const { initiatorOrigin } = details as { initiatorOrigin?: string };
          const { pathname } = new URL(url);
          heard.push(`${pathname} by ${initiatorOrigin ?? 'the window'}`);
          answer({ cancel: pathname === '/cancelled' });
        },
      );
    });
    const got = await shown.evaluate(async () => {
      const nameOf = (asked: Promise<unknown>) =>
        asked.then(
          () => 'answered',
          (error: Error) => error.name,
        );
      return {
        echo: await fetch('/echo', { method: 'POST', body: 'text' }).then((answer) => answer.json()),
        header: await fetch('/one').then((answer) => answer.headers.get('x-given')),
        failing: await nameOf(fetch('/failing')),
        cancelled: await nameOf(fetch('/cancelled')),
        isSecure: isSecureContext,
      };
    });
    expect(got).toEqual({
      echo: { method: 'POST', body: 'text' },
      header: 'yes',
      failing: 'TypeError',
      cancelled: 'TypeError',
      isSecure: true,
    });
    const { heard, origin } = await electronApp.evaluate(({ session }) => {
      session.defaultSession.webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_, answer) => answer({}));
      const { heard: noted, origin: own } = globalThis as unknown as { heard: string[] } & Noted;
      return { heard: noted, origin: own };
    });
    for (const pathname of ['/echo', '/one', '/cancelled'])
      expect(heard).toContain(`${pathname} by ${origin}`);
  });

  test('gives the page only the functions exposed by the preload, frozen', async ({ shown }) => {
    const seen = await shown.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: values from another world
      const own = window as any;
      return {
        keys: Object.keys(own.bridge).toSorted(),
        now: own.bridge.now(1),
        callback: own.bridge.call((number: number) => number * 2),
        error: await Promise.resolve()
          .then(() => own.bridge.fail())
          .catch((error: Error) => error.message),
        kept: own.bridge.kept,
        isFrozen: Object.isFrozen(own.bridge) && Object.isFrozen(own.bridge.kept),
        isArray: Array.isArray(own.bridge.list),
        world: [typeof own.require, typeof own.process],
      };
    });
    expect(seen).toEqual({
      keys: ['call', 'fail', 'invoke', 'kept', 'list', 'now'],
      now: 2,
      callback: 4,
      error: 'from the preload',
      kept: { secret: 1 },
      isFrozen: true,
      isArray: true,
      world: ['undefined', 'undefined'],
    });
  });

  test('passes messages of the page to handlers, and returns their answers', async ({
    electronApp,
    shown,
  }) => {
    const handled = await electronApp.evaluate(({ ipcMain }) => {
      const { thrownBy } = globalThis as unknown as Noted;
      ipcMain.handle('tell', (event, ...args) => ({
        args,
        origin: event.senderFrame?.origin,
        isTop: event.senderFrame?.parent === null,
        isSender: event.sender.id > 0,
      }));
      ipcMain.handle('fail', () => {
        throw new Error('no');
      });
      return thrownBy(() => ipcMain.handle('tell', () => undefined));
    });
    expect(handled).toContain("second handler for 'tell'");
    const told = await shown.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: exposed by the preload script
      const { invoke } = (window as any).bridge;
      const message = (promise: Promise<unknown>) =>
        promise.then(
          () => 'answered',
          (error: Error) => error.message,
        );
      return {
        whole: await invoke('tell', 1, 'two', null, { three: [3] }, undefined),
        unknown: await message(invoke('nobody')),
        failing: await message(invoke('fail')),
      };
    });
    expect(told).toEqual({
      whole: {
        args: [1, 'two', null, { three: [3] }, undefined],
        origin: new URL(shown.url()).origin,
        isTop: true,
        isSender: true,
      },
      unknown: expect.stringContaining("No handler registered for 'nobody'"),
      failing: "Error invoking remote method 'fail': Error: no",
    });
  });

  test('emits events before a page navigates, but not for navigations by the app', async ({
    electronApp,
    shown,
  }) => {
    const asked = () => electronApp.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    const load = (path: string) =>
      electronApp.evaluate(
        ({ BrowserWindow }, to) =>
          BrowserWindow.getAllWindows()[0]?.loadURL((globalThis as unknown as Noted).origin + to),
        path,
      );
    await electronApp.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const list: string[] = [];
      Object.assign(globalThis, { asked: list });
      contents?.on('will-frame-navigate', (event) => void list.push(`frame ${event.isMainFrame}`));
      contents?.on('will-navigate', (event) => {
        list.push(`main ${new URL(event.url).pathname}`);
        if (event.url.includes('/stopped')) event.preventDefault();
      });
      contents?.on('will-redirect', (event) => void list.push(`redirect ${new URL(event.url).pathname}`));
    });
    await load('/one');
    await expect(shown).toHaveTitle('/one');
    await shown.evaluate(() => location.assign('/stopped'));
    await expect.poll(asked).toEqual(['frame true', 'main /stopped']);
    await expect(shown).toHaveTitle('/one');
    await shown.evaluate(() => location.assign('/two'));
    await expect(shown).toHaveTitle('/two');
    expect(await asked()).toEqual(['frame true', 'main /stopped', 'frame true', 'main /two']);
    await load('/one');
    await expect(shown).toHaveTitle('/one');
    expect(await asked()).toHaveLength(4);
    await load('/redirect');
    await expect(shown).toHaveTitle('/two');
    expect((await asked()).slice(4)).toEqual(['redirect /two']);
  });
});
