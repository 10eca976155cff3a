import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDraftFolder } from '../service/process/drafts.ts';
import { type Instance, instanceState } from '../service/process/instances.ts';

/** How long to keep the file that redirects the browser if the page never signs in. */
const ARRIVAL_MS = 30_000;
const LOOK_MS = 100;

/** @returns whether a browser's window can be shown here. */
export function canShowBrowser(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/**
 * Opens the browser at `address`, and waits until the page there has exchanged its token: then the browser needs the file no more.
 * @param reached where the Almanac of that page answers
 * @param isOver resolves when that Almanac ends
 */
export async function leadBrowser(
  address: string,
  reached: Pick<Instance, 'pagePort' | 'secret'>,
  isOver?: Promise<void>,
): Promise<void> {
  const before = await instanceState(reached);
  const forget = await openBrowser(address);
  let hasEnded = false;
  void isOver?.then(() => {
    hasEnded = true;
  });
  for (let waitedMs = 0; waitedMs < ARRIVAL_MS && !hasEnded; waitedMs += LOOK_MS) {
    const now = await instanceState(reached);
    if (now === undefined || now.signIns > (before?.signIns ?? 0)) break;
    await sleep(LOOK_MS);
  }
  await forget();
}

/**
 * Opens `address` in the person's own browser. The address holds the login token, and a command line can be read by every
 * user of the machine; so the browser is given a file that only its owner can read and that redirects to the address.
 * @returns a function that removes the file. If no browser can be started nothing happens: the address is printed too.
 */
async function openBrowser(address: string): Promise<() => Promise<void>> {
  const folder = newDraftFolder(path.join(tmpdir(), 'almanac-open'));
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
