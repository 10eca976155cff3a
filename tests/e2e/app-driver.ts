import { startInBrowser } from './browser-driver.ts';
import { startOnDesktop } from './desktop-driver.ts';
import type { AppDriver, StartOptions, Target } from './running-app.ts';

export { type BrowserDriver, startInBrowser } from './browser-driver.ts';
export type { AppDriver, StartOptions, Target } from './running-app.ts';

/** Starts the app with its own data folder, on the given target. */
export function startApp(target: Target, options: StartOptions = {}): Promise<AppDriver> {
  return target === 'browser' ? startInBrowser(options) : startOnDesktop(target, options);
}
