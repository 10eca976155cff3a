import path from 'node:path';
import { expect, type Noted, test, withTestApp } from './fixtures.ts';

withTestApp('usual');

test.describe('@desktop-only Electron', () => {
  test('before it is ready, opens no window and accepts early settings', async ({ electronApp }) => {
    expect(await electronApp.evaluate(() => (globalThis as unknown as Noted).early)).toEqual({
      isReady: false,
      window: 'Cannot create BrowserWindow before app is ready',
      utility: expect.stringMatching(/before .*ready/),
      sandbox: 'nothing',
      lock: true,
    });
  });

  test('is ready after the main module’s evaluation, when some settings come too late', async ({
    electronApp,
    shown,
  }) => {
    expect(shown.isClosed()).toBe(false);
    const order = () => electronApp.evaluate(() => (globalThis as unknown as Noted).order);
    await expect.poll(order).toContain('loaded');
    await expect.poll(order).toContain('ready-to-show');
    expect((await order()).slice(0, 3)).toEqual(['evaluated', 'ready', 'whenReady']);
    const late = await electronApp.evaluate(({ app }) => {
      const { thrownBy } = globalThis as unknown as Noted;
      return {
        isReady: app.isReady(),
        sandbox: thrownBy(() => app.enableSandbox()),
        path: thrownBy(() => app.setPath('userData', 'relative')),
        hasLock: app.hasSingleInstanceLock(),
        again: app.requestSingleInstanceLock(),
        isPackaged: app.isPackaged,
        version: process.versions.electron?.split('.')[0],
        type: (process as unknown as { type: string }).type,
      };
    });
    expect(late).toEqual({
      isReady: true,
      sandbox: expect.stringContaining('before app is ready'),
      path: 'Path must be absolute',
      hasLock: true,
      again: true,
      isPackaged: false,
      version: '45',
      type: 'browser',
    });
  });

  test('has windows, menus and themes as documented', async ({ electronApp }) => {
    const kept = await electronApp.evaluate(({ BrowserWindow, webContents, Menu, nativeTheme, screen }) => {
      const { thrownBy } = globalThis as unknown as Noted;
      const [window] = BrowserWindow.getAllWindows();
      if (!window) throw new Error('There is no window');
      window.setBounds({ x: 40, y: 50, width: 700, height: 500 });
      const clicked: string[] = [];
      const menu = Menu.buildFromTemplate([
        { label: 'One', submenu: [{ id: 'a', label: 'A', click: () => void clicked.push('a') }] },
        { id: 'b', label: 'B', enabled: false, type: 'checkbox', checked: true },
        { role: 'quit' },
      ]);
      Menu.setApplicationMenu(menu);
      menu.getMenuItemById('a')?.click();
      nativeTheme.themeSource = 'dark';
      const isDark = nativeTheme.shouldUseDarkColors;
      nativeTheme.themeSource = 'system';
      return {
        isVisible: window.isVisible(),
        bounds: window.getNormalBounds(),
        isSame: BrowserWindow.fromWebContents(window.webContents)?.id === window.id,
        isFound: webContents.fromId(window.webContents.id)?.id === window.webContents.id,
        clicked,
        item: [menu.getMenuItemById('b')?.enabled, menu.getMenuItemById('b')?.checked],
        missing: menu.getMenuItemById('none'),
        isMenu: Menu.getApplicationMenu() !== null,
        role: thrownBy(() => Menu.buildFromTemplate('no' as never)),
        isDark,
        theme: thrownBy(() => {
          nativeTheme.themeSource = 'purple' as never;
        }),
        hasScreen: screen.getPrimaryDisplay().workArea.width > 0,
      };
    });
    expect(kept).toEqual({
      isVisible: false,
      bounds: { x: 40, y: 50, width: 700, height: 500 },
      isSame: true,
      isFound: true,
      clicked: ['a'],
      item: [false, true],
      missing: null,
      isMenu: true,
      role: expect.stringContaining('Invalid template for Menu'),
      isDark: true,
      theme: expect.not.stringMatching(/^nothing$/),
      hasScreen: true,
    });
  });

  test('runs utility processes, which have a parent port and not Node’s IPC channel', async ({
    electronApp,
  }) => {
    const ran = await electronApp.evaluate(
      ({ utilityProcess }, file) =>
        new Promise<object>((resolve) => {
          const child = utilityProcess.fork(file, [], { serviceName: 'Echo', stdio: 'pipe' });
          const before = { pid: child.pid ?? null, kill: child.kill() };
          const answers: unknown[] = [];
          child.on('message', (message) => {
            answers.push(message);
            child.postMessage('end');
          });
          child.once('spawn', () => {
            Object.assign(before, { hasPid: Number(child.pid) > 0 });
            child.postMessage({ list: [1], when: new Date(0) });
          });
          child.once('exit', (code) => resolve({ before, answers, code, pid: child.pid ?? null }));
        }),
      path.join(import.meta.dirname, 'echo.cjs'),
    );
    expect(ran).toEqual({
      before: { pid: null, kill: false, hasPid: true },
      answers: [{ got: { list: [1], when: new Date(0) }, type: 'utility', hasSend: 'undefined' }],
      code: 7,
      pid: null,
    });
  });
});
