import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeWorkFolder } from '../data-work/index.ts';

/** @returns whether a browser's window can be shown here. */
export function hasDisplay(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/**
 * Opens `address` in the person's own browser. The address holds the login token, and a command line can be read by every
 * user of the machine; so the browser is given a file that only its owner can read and that redirects to the address.
 * @returns a function that removes the file. If no browser can be started nothing happens: the address is printed too.
 */
export async function openBrowser(address: string): Promise<() => Promise<void>> {
  const folder = makeWorkFolder('open');
  const file = path.join(folder, 'open.html');
  await writeFile(file, redirectPage(address), { mode: 0o600 });
  const [command, ...before] = opener(process.platform);
  const child = spawn(command, [...before, file], { detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
  return () => rm(folder, { recursive: true, force: true });
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['explorer.exe'] : ['xdg-open'];
}

/** @returns a page that redirects to `address`. */
export function redirectPage(address: string): string {
  const target = new URL(address).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html><meta charset="utf-8"><title>Almanac</title><meta http-equiv="refresh" content="0; url=${target}"><a href="${target}">Open Almanac</a>\n`;
}
