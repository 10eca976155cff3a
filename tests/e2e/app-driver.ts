import { type BrowserMode, startBrowserMode } from '../support/browser-mode.ts';
import { servicesBelow } from '../support/child-processes.ts';
import { copySample } from '../support/sample-data.ts';
import { startOnDesktop } from './desktop-driver.ts';
import {
  type AppDriver,
  atExplore,
  isOpen,
  killServiceOf,
  type StartOptions,
  type Target,
} from './running-app.ts';

/** Starts the app with its own data folder, on the given target. */
export function startApp(target: Target, options: StartOptions = {}): Promise<AppDriver> {
  return target === 'browser' ? startInBrowser(options) : startOnDesktop(target, options);
}

/** Drives the app in browser mode. Other specs test its output and how it signs in. */
export type BrowserDriver = AppDriver & { host: BrowserMode };

export async function startInBrowser({
  words = [],
  environment = {},
  isFirstStart = words.includes('--no-sample'),
}: StartOptions = {}): Promise<BrowserDriver> {
  const host = await startBrowserMode(words, undefined, environment, isFirstStart ? undefined : copySample);
  const services = (): Promise<number[]> => servicesBelow(host.process.pid ?? 0);
  return {
    kind: 'browser',
    host,
    dataDir: host.dataDir,
    async openPage(context) {
      const page = await context.newPage();
      await page.goto(atExplore(await host.freshAddress()));
      await isOpen(page);
      return page;
    },
    openFile: (page, file) => page.getByLabel('File to import').setInputFiles(file),
    async download(page, press) {
      const begun = page.waitForEvent('download');
      await press();
      const file = await begun;
      return { name: file.suggestedFilename(), path: await file.path() };
    },
    services,
    killService: () => killServiceOf({ services }),
    stop: async () => void (await host.stop()),
  };
}
