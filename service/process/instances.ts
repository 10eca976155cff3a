import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { fits } from '../contract/fits.ts';
import { dataFolder } from './data-folder.ts';
import { isAlive } from './drafts.ts';
import { writeWholeFile } from './whole-file.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const portOrNull = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.Null()]);

/** A running Almanac, as described by its runtime file: `running.json` in its data folder. */
const InstanceFields = Type.Object({
  /** 'browser' answers at its control address; 'desktop' and 'service' (`almanac serve`) do not. */
  kind: Type.Union([Type.Literal('browser'), Type.Literal('desktop'), Type.Literal('service')]),
  dataDir: Type.String(),
  pid: Type.Integer({ minimum: 1 }),
  /** Start of the process in the system's notation, see `processStart`; null if unknown. */
  processStart: textOrNull,
  /** UTC, ISO 8601. */
  startedAt: Type.String(),
  /** Port of the page on 127.0.0.1; null without a page for browsers. */
  pagePort: portOrNull,
  /** Port of the API for other tools; null until it answers. */
  servicePort: portOrNull,
  /** Secret for requests to its control address. Only the same account can read it. */
  secret: textOrNull,
  /** Address of the team whose data a 'service' was started with. For other kinds this is a setting. */
  follows: Type.Optional(Type.String()),
});
/** `folder`: identity of the folder, independent of its path (`identityOf`). */
const RunningFile = Type.Object({ ...InstanceFields.properties, folder: Type.Optional(Type.String()) });
export type Instance = Static<typeof InstanceFields>;

/** Browser mode's answer to `POST /control/state`. */
type InstanceState = {
  /** Number of pages that are open now. */
  clients: number;
  /** Number of sign-ins since the start. If it grows after a page was opened, the page has arrived. */
  signIns: number;
};

const FILE = 'running.json';

/** Writes a folder's runtime file in one step, readable only by this account. @throws the system's error */
export function announceInstance(instance: Instance): void {
  const file = path.join(instance.dataDir, FILE);
  const written = { ...instance, folder: identityOf(instance.dataDir) };
  writeWholeFile(file, `${JSON.stringify(written)}\n`, { isLasting: false });
  noteFolder(instance.dataDir);
}

/** Removes the runtime file if this process wrote it. */
export function removeInstance(dataDir: string): void {
  if (readInstance(dataDir)?.pid !== process.pid) return;
  rmSync(path.join(dataDir, FILE), { force: true });
  forgetFolder(dataDir);
}

/** @returns the Almanac that runs on a data folder; undefined if none does or its process has ended. */
export function runningInstance(dataDir: string): Instance | undefined {
  const instance = readInstance(dataDir);
  return instance && isProcessOf(instance) ? instance : undefined;
}

/** @returns this account's running Almanacs, on listed data folders and the default one, oldest first. */
export function runningInstances(): Instance[] {
  const folders = new Set([dataFolder(), ...knownFolders()]);
  // The default folder can be another path of a listed one.
  const found = new Map<string | undefined, Instance>();
  for (const dataDir of folders) {
    const instance = runningInstance(dataDir);
    if (instance) found.set(identityOf(dataDir), instance);
    else forgetFolder(dataDir);
  }
  return [...found.values()].toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

function readInstance(dataDir: string): Instance | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    if (!fits(RunningFile, found)) return undefined;
    const { folder, ...instance } = found;
    const here = identityOf(dataDir);
    // A copy of a folder contains the runtime file of the original, so compare the folder's identity.
    const isHere = folder === here || identityOf(found.dataDir) === here;
    return isHere ? { ...instance, dataDir } : undefined;
  } catch {
    // No file, or an unreadable one. This is safe: the folder's lock prevents two services on one folder.
    return undefined;
  }
}

/** @returns an identity that a renamed folder keeps and a copy does not; undefined if there is no folder. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

const ASK_MS = 5_000;
const END_MS = 15_000;
const LOOK_MS = 50;

/** Port and secret for requests to an Almanac. */
type Reached = Pick<Instance, 'pagePort' | 'secret'>;

/** @returns the state of an Almanac in browser mode; undefined if it does not answer or has no page. */
export function instanceState(instance: Reached): Promise<InstanceState | undefined> {
  return ask<InstanceState>(instance, 'state');
}

/** @returns the page's address with a login token that works once; undefined without an answer or page. */
export async function askToOpen(instance: Reached): Promise<string | undefined> {
  return (await ask<{ address: string }>(instance, 'open'))?.address;
}

/** Pauses the schedule, because the computer is about to sleep. @returns whether the Almanac answered. */
export async function askToPause(instance: Reached): Promise<boolean> {
  return (await ask(instance, 'pause')) !== undefined;
}

/** Ends an Almanac in browser mode by a request, others by SIGTERM. @returns whether it ended within 15 s. */
export async function askToStop(instance: Instance, isGone: () => boolean): Promise<boolean> {
  const isHeard = (await ask(instance, 'stop')) !== undefined;
  if (!isHeard && !isGone()) process.kill(instance.pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < END_MS && !isGone(); waitedMs += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return isGone();
}

async function ask<Answer>(
  { pagePort, secret }: Reached,
  action: 'state' | 'open' | 'stop' | 'pause',
): Promise<Answer | undefined> {
  if (pagePort === null || secret === null) return undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${pagePort}/control/${action}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_MS),
    });
    return answer.ok ? ((await answer.json()) as Answer) : undefined;
  } catch {
    // The Almanac hangs or is ending, or another program uses its port.
    return undefined;
  }
}

/** @returns the start of a process in the system's notation, or null. A process id alone may be reused. */
export function processStart(pid: number, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'linux') return linuxStart(pid);
  return platform === 'darwin' ? macStart(pid) : null;
}

export const ownProcessStart = (): string | null => processStart(process.pid);

/** True if the process that wrote the runtime file still runs. A zombie process counts as ended. */
export function isProcessOf({ pid, processStart: start }: Instance): boolean {
  if (!isAlive(pid) || hasEnded(pid)) return false;
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

/** @returns the boot's id and the clock ticks from boot to start: field 22 of /proc/PID/stat. */
function linuxStart(pid: number): string | null {
  try {
    const ticks = linuxFields(pid)[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    // The process has just ended, or /proc does not show it.
    return null;
  }
}

/** True if the process is a zombie: killed, but in state Z (field 3) until its parent collects it. */
function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return linuxFields(pid)[0] === 'Z';
  } catch {
    // The process has just ended, or /proc does not show it; its start time then decides.
    return false;
  }
}

/** @returns the fields of /proc/PID/stat from the third on (proc_pid_stat(5)). @throws the system's error. */
function linuxFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name, in parentheses, may itself contain spaces and parentheses.
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function macStart(pid: number): string | null {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return text.trim() || null;
  } catch {
    // ps exits with 1 if there is no such process.
    return null;
  }
}

/**
 * The list of data folders on which this account runs an Almanac. The account has a folder in the system's
 * temporary folder, with a file per data folder that contains its path. An unlisted Almanac works too.
 */

/** Adds a data folder to the list. Does nothing if the temporary folder cannot be trusted or written. */
function noteFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder === undefined) return;
  try {
    writeFileSync(path.join(folder, nameOf(dataDir)), dataDir, { mode: 0o600 });
  } catch {
    // The list is a convenience; the app must not fail because of it.
  }
}

function forgetFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder !== undefined) rmSync(path.join(folder, nameOf(dataDir)), { force: true });
}

/** @returns the listed data folders. The Almanac of a listed folder may have ended without unlisting it. */
function knownFolders(): string[] {
  const folder = ownFolder();
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      return readFileSync(path.join(folder, name), 'utf8');
    } catch {
      // That Almanac has just ended.
      return [];
    }
  });
}

/** @returns the account's own folder; undefined if another account could write to it and mislead us. */
function ownFolder(): string | undefined {
  const { uid, username } = userInfo();
  const folder = path.join(tmpdir(), `almanac-${uid >= 0 ? uid : username}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const found = lstatSync(folder);
    const isOurs = uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    // The temporary folder cannot be used: nothing is listed.
    return undefined;
  }
}

const nameOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
