import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../service/contract/failure.ts';
import type { ShellMessage } from '../service/contract/service-channel.ts';
import { announceShell } from './announce.ts';
import { type Child, forkKeychain } from './child-process.ts';
import { openKeychain } from './keychain.ts';
import { noteFailures, openShellLog } from './log.ts';
import { canShowBrowser, leadBrowser } from './open-browser.ts';
import { type OpenOptions, openRunning } from './open-running.ts';
import { type RunOptions, type ServiceRun, superviseService } from './run-service.ts';
import { type StartChoices, startSettings } from './start-settings.ts';

export type BrowserModeOptions = Omit<StartChoices, 'mode'> &
  OpenOptions & {
    /** Starts the service; what it prints goes to `log`. */
    spawnService: (log: (line: string) => void) => Child<ShellMessage>;
    /** Absolute path of the entry of the keychain process. */
    keychainProgram: string;
    /** Gets each line of the log too. */
    echo: (line: string) => void;
  };

/**
 * Opens the app in a browser of this machine: that of the Almanac which runs on the folder, else of a new one, which ends with SIGINT,
 * SIGTERM or SIGHUP, by `almanac stop`, or when a person quits it in the page. Prints an address with a new token at the start and each
 * time Enter is pressed.
 * @returns the exit status.
 * @throws Failure 'folder_in_use' where the running one has no page.
 */
export async function runBrowserMode(options: BrowserModeOptions): Promise<number> {
  const { print, dataDir } = options;
  if (await openRunning(options)) return 0;
  const log = openShellLog(dataDir, options.echo);
  const stopNoting = noteFailures('browser', log.host);
  const settings = startSettings({ ...options, mode: 'browser' });
  settings.mark('evaluated');
  // This comes before the service is started: a signal that ended this process would leave the service behind.
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

  const address = await Promise.race([run.address(), ending.ended]);
  let browser: Promise<void> | undefined;
  if (address !== undefined) {
    print(`Almanac is open at ${address}`);
    printApi(run, print);
    const reached = { pagePort: run.at()?.pagePort ?? null, secret: settings.controlSecret };
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

/** How long to wait for the runtime file of one that was started at the same moment, and was faster. */
const OTHER_MS = 5_000;
const LOOK_MS = 100;

/** @returns whether the start failed because another one took the folder at the same moment, and its page is open now. */
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

/** How the program ends: by a signal, or by `end`. */
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
