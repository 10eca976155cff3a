import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../service/contract/failure.ts';
import type { ShellMessage } from '../service/contract/service-channel.ts';
import { commandLine } from '../service/process/command-line.ts';
import { newDraftFolder } from '../service/process/drafts.ts';
import { askToOpen, type Instance, instanceState, runningInstance } from '../service/process/instances.ts';
import { type Child, forkKeychain } from './child-process.ts';
import { openKeychain } from './keychain.ts';
import { noteFailures, openShellLog } from './log.ts';
import { announceShell, type RunOptions, type ServiceRun, superviseService } from './run-service.ts';
import { type StartChoices, startSettings } from './start-settings.ts';

export type BrowserModeOptions = Omit<StartChoices, 'mode'> &
  OpenOptions & {
    /** Starts the service; its output goes to `log`. */
    spawnService: (log: (line: string) => void) => Child<ShellMessage>;
    /** Absolute path of the entry of the keychain process. */
    keychainProgram: string;
    /** Gets each line of the log too. */
    echo: (line: string) => void;
  };

/**
 * Opens the app in a browser: the page of the Almanac that runs on the folder, or of a new one, which runs
 * until a signal, `almanac stop` or a quit in the page. Prints an address with a new token at the start and
 * each time Enter is pressed. @returns the exit status. @throws Failure 'folder_in_use'
 */
export async function runBrowserMode(options: BrowserModeOptions): Promise<number> {
  const { print, dataDir } = options;
  if (await openRunning(options)) return 0;
  const log = openShellLog(dataDir, options.echo);
  const stopNoting = noteFailures('browser', log.host);
  const settings = startSettings({ ...options, mode: 'browser' });
  settings.mark('evaluated');
  // Listen before the service starts: a signal that ended this process would leave the service behind.
  const ending = listenForEnd();
  let status = 0;
  const onFailed: RunOptions['onFailed'] = async (message, code) => {
    status = (await isOpenElsewhere(code, options, log.host)) ? 0 : 1;
    if (status === 1) log.host(message);
    ending.end();
  };
  const run = superviseService({
    spawn: () => options.spawnService(log.service),
    settings: settings.now,
    keychain: openKeychain(() => forkKeychain(options.keychainProgram, process.env, log.host), {
      learn: log.learn,
    }),
    onQuit: ending.end,
    onFailed,
    log: log.host,
  });
  const stopAnnouncing = announceShell(
    { kind: 'browser', dataDir, secret: settings.controlSecret },
    run,
    log.host,
  );
  settings.mark('ready');
  run.start();

  const address = await Promise.race([run.openingAddress(), ending.ended]);
  let browser: Promise<void> | undefined;
  if (address !== undefined) {
    print(`Almanac is open at ${address}`);
    printApi(run, print);
    const reached = { pagePort: Number(new URL(address).port), secret: settings.controlSecret };
    if (options.open && canShowBrowser())
      browser = leadBrowser(address, reached, ending.ended).catch((error: unknown) =>
        log.host(`The browser could not be opened: ${String(error)}`),
      );
    ending.onEnter(async () => {
      const fresh = await run.address();
      if (fresh !== undefined) print(`A new address, good once: ${fresh}`);
    });
  }
  await ending.ended;
  stopAnnouncing();
  await Promise.all([run.stop(), browser]);
  stopNoting();
  log.close();
  return status;
}

/** Prints the address of the API for other tools, and again when it changes. */
function printApi(run: ServiceRun, print: (line: string) => void): void {
  let printed: number | undefined;
  const look = (): void => {
    const port = run.at()?.port;
    if (port === undefined || port === printed) return;
    printed = port;
    print(`Other tools reach the API at http://127.0.0.1:${port}`);
  };
  run.onChange(look);
  look();
}

/** How long to wait for the runtime file of an Almanac that started at the same moment and was faster. */
const OTHER_MS = 5_000;
const LOOK_MS = 100;

/** @returns whether another Almanac took the folder at the same moment, and its page is open. */
async function isOpenElsewhere(
  code: string,
  options: OpenOptions,
  log: (line: string) => void,
): Promise<boolean> {
  if (code !== 'folder_in_use' && code !== 'port_in_use') return false;
  const patienceMs = code === 'folder_in_use' ? OTHER_MS : 0;
  try {
    for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += LOOK_MS) {
      if (await openRunning(options)) return true;
      await sleep(LOOK_MS);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log(error.message);
  }
  return false;
}

/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for the program's end: by a signal, or by `end`. */
function listenForEnd() {
  let input: Interface | undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => {
    input?.close();
    process.stdin.destroy();
    resolve(undefined);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return {
    ended: promise,
    end,
    /** Calls back each time Enter is pressed in the terminal. */
    onEnter(call: () => void): void {
      input = createInterface({ input: process.stdin });
      input.on('line', call);
    },
  };
}

type OpenOptions = {
  dataDir: string;
  /** True to open the browser; the address is printed in any case. */
  open: boolean;
  print: (line: string) => void;
};

/** How long to wait for an Almanac that is just starting, and for one whose service does not answer. */
const START_MS = 60_000;
const ANSWER_MS = 5_000;
const RETRY_MS = 100;

/** Opens the page of an Almanac on the folder. @returns whether one runs. @throws Failure 'folder_in_use' */
async function openRunning({ dataDir, open, print }: OpenOptions): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const running = runningInstance(dataDir);
    if (!running || running.pid === process.pid) return false;
    const address = await askToOpen(running);
    if (address !== undefined) {
      print(`Almanac runs on ${dataDir} already (process ${running.pid}). It is open at ${address}`);
      if (open && canShowBrowser()) await leadBrowser(address, running);
      return true;
    }
    if (running.kind !== 'browser' || waitedMs >= (running.pagePort === null ? START_MS : ANSWER_MS))
      throw heldBy(running);
    await sleep(RETRY_MS);
  }
}

/** A description of each kind of instance, and advice if its page cannot be opened. */
const KINDS: Readonly<Record<Instance['kind'], { is: string; advice: string }>> = {
  desktop: { is: 'in a desktop window', advice: 'use that window, or end it' },
  service: { is: 'as a service without a page (serve)', advice: 'end it' },
  browser: { is: 'in the browser, but does not answer', advice: 'end it' },
};

/** @returns the failure that says who holds the data folder and what to do. */
function heldBy({ kind, dataDir, pid, servicePort }: Instance): Failure {
  const { is, advice } = KINDS[kind];
  const api = servicePort === null ? '' : `, API at http://127.0.0.1:${servicePort}`;
  return new Failure(
    'folder_in_use',
    `Almanac runs on ${dataDir} already, ${is} (process ${pid}${api}). Choose another folder with --data-dir, or ${advice}: ${commandLine`stop --data-dir ${dataDir}`}`,
    { file: dataDir },
  );
}

/** How long to keep the file that redirects the browser if the page never signs in. */
const ARRIVAL_MS = 30_000;
const ARRIVAL_LOOK_MS = 100;

/** @returns whether a browser's window can be shown here. */
export function canShowBrowser(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** Opens the browser; removes its file once the page has exchanged the token, or `isOver` resolves. */
async function leadBrowser(
  address: string,
  reached: Pick<Instance, 'pagePort' | 'secret'>,
  isOver?: Promise<void>,
): Promise<void> {
  // Our own service has just started, and answers when it is ready.
  const before = isOver ? 0 : ((await instanceState(reached))?.signIns ?? 0);
  const forget = await openBrowser(address);
  let hasEnded = false;
  void isOver?.then(() => {
    hasEnded = true;
  });
  for (let waitedMs = 0; waitedMs < ARRIVAL_MS && !hasEnded; waitedMs += ARRIVAL_LOOK_MS) {
    const now = await instanceState(reached);
    if (now === undefined || now.signIns > before) break;
    await sleep(ARRIVAL_LOOK_MS);
  }
  await forget();
}

/**
 * Opens the browser with a private file that redirects to the address: the address holds the login token, and
 * every user can read command lines. @returns a function that removes the file. Ignores a browser that does
 * not start, because the address is printed too.
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
