import path from 'node:path';
import type { AppDouble } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import * as parts from './desktop-parts.ts';
import { keepDownloads } from './downloads.ts';
import { type Engine, guarded } from './engine.ts';
import { ipcMain } from './ipc-main.ts';
import { createMenu } from './menu.ts';
import { SessionDouble } from './session.ts';
import { keepTargets } from './targets.ts';
import { createUtilityProcesses } from './utility-process.ts';
import { WebContentsDouble } from './web-contents.ts';

/** Assembles the double, which the main process gets as the module `electron`. */
export function createElectron(engine: Engine, app: AppDouble, profile: string): object {
  const utilities = createUtilityProcesses(engine, app);
  const session = guarded(new SessionDouble(engine), 'session');
  const nativeTheme = parts.createNativeTheme(engine);
  const targets = keepTargets(engine);
  const downloads = keepDownloads(engine, path.join(profile, 'taken'), session);

  // Awaited only before a window opens: an app that ends earlier needs neither.
  for (const each of [targets, downloads]) each.catch(() => undefined);

  BrowserWindowDouble.engine = engine;
  BrowserWindowDouble.app = app;
  BrowserWindowDouble.open = async (window) => {
    const [open] = await Promise.all([targets, downloads]);
    await open(window);
    nativeTheme.applyTo(window.webContents);
  };
  app.on('web-contents-created', (_, contents: WebContentsDouble) => {
    session.watch(contents);
    Object.assign(contents, { session });
  });
  app.ways = {
    async closeWindows() {
      for (const window of BrowserWindowDouble.getAllWindows()) window.close();
      return BrowserWindowDouble.getAllWindows().length === 0;
    },
    destroyWindows() {
      for (const window of BrowserWindowDouble.getAllWindows()) window.destroy();
    },
    async tearDown() {
      for (const utility of utilities.running) utility.child.kill('SIGTERM');
      await engine.chromium.stop();
      engine.network.close();
    },
    metrics: () =>
      [
        { pid: process.pid, type: 'Browser', name: 'Browser' },
        { pid: engine.chromium.process.pid, type: 'Tab', name: 'Chromium' },
        ...[...utilities.running].map(({ pid, serviceName }) => ({
          pid,
          type: 'Utility',
          name: serviceName,
        })),
      ] as Electron.ProcessMetric[],
  };

  return {
    app: guarded(app, 'app'),
    BrowserWindow: guarded(BrowserWindowDouble, 'BrowserWindow'),
    webContents: guarded(
      {
        getAllWebContents: () => [...WebContentsDouble.all.values()],
        fromId: (id: number) => WebContentsDouble.all.get(id),
        fromDevToolsTargetId: (targetId: string) =>
          [...WebContentsDouble.all.values()].find((contents) => contents.targetId === targetId),
      },
      'webContents',
    ),
    session: guarded({ defaultSession: session }, 'session'),
    ipcMain: guarded(ipcMain, 'ipcMain'),
    dialog: parts.dialog,
    ...createMenu(app),
    shell: parts.createShell(),
    clipboard: parts.createClipboard(),
    screen: parts.createScreen(),
    nativeTheme,
    nativeImage: parts.nativeImage,
    powerMonitor: parts.createPowerMonitor(),
    Notification: guarded(parts.NotificationDouble, 'Notification'),
    Tray: guarded(parts.TrayDouble, 'Tray'),
    utilityProcess: utilities.module,
  };
}
