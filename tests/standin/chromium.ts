import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { findChromium } from '../e2e/find-chromium.ts';
import { connectDevtools, type Devtools } from './cdp.ts';

export type Chromium = {
  devtools: Devtools;
  process: ChildProcess;
  /** Ends Chromium normally, so that it stores the pages' data; kills it after three seconds. */
  stop(): Promise<void>;
};

/**
 * Starts Debian's Chromium, headless, for the windows. Its DevTools listen on a pipe for the double (whose
 * end also ends Chromium) and on a port for Playwright, which reads the address from standard error, as with
 * Electron.
 * @param profile a folder of its own below `userData`
 * @param proxyPort the double's network, through which all requests go.
 */
export function startChromium(profile: string, proxyPort: number, hasPort: boolean): Chromium {
  const program = findChromium();
  if (program === undefined) throw new Error('The stand-in needs Chromium: set ALMANAC_CHROMIUM.');
  const child = spawn(
    program,
    [
      '--headless=new',
      '--remote-debugging-pipe',
      ...(hasPort ? ['--remote-debugging-port=0'] : []),
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      `--user-data-dir=${profile}`,
      `--proxy-server=127.0.0.1:${proxyPort}`,
      '--proxy-bypass-list=<-loopback>',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-dev-shm-usage',
      '--disable-extensions',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--disable-hang-monitor',
      '--disable-popup-blocking',
      '--disable-prompt-on-repost',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
      '--disable-background-timer-throttling',
      '--disable-ipc-flooding-protection',
      '--disable-back-forward-cache',
      '--disable-site-isolation-trials',
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,Translate,MediaRouter,OptimizationHints',
      '--force-color-profile=srgb',
      '--metrics-recording-only',
      '--mute-audio',
      '--password-store=basic',
      '--use-mock-keychain',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const address = /^DevTools listening on \S+$/m.exec(text)?.[0];
    if (address !== undefined) process.stderr.write(`${address}\n`);
  });
  const [, , , input, output] = child.stdio;
  const devtools = connectDevtools(output as Readable, input as Writable);
  return {
    devtools,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      const force = setTimeout(() => child.kill('SIGKILL'), 3_000);
      // Chromium may have ended before it answers.
      await devtools.send('Browser.close').catch(() => undefined);
      await gone;
      clearTimeout(force);
    },
  };
}
