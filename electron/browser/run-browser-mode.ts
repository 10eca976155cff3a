import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PORT } from '../../service/contract/names.ts';
import { createRefusalLog } from '../../service/process/refusal-log.ts';
import { almanacVersion } from '../../service/process/version.ts';
import { announceHost } from '../announce.ts';
import { forkKeychain } from '../child-process.ts';
import { createHost, type Host, type HostOptions } from '../create-host.ts';
import { type Log, openHostLog } from '../diagnostics/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { readLastPort, writeLastPort } from '../ports/index.ts';
import type { StartArguments } from '../start-arguments.mjs';
import { createStartup, type Startup } from '../startup.ts';
import { SYSTEM_CLOCK } from '../supervisor/index.ts';
import { createVault } from '../vault/index.ts';
import { createControl } from './control.ts';
import { endWhenIdle } from './end-when-idle.ts';
import { guardGateway } from './guard.ts';
import { followService, handOver } from './hand-over.ts';
import { createLogin, leaveSessions, resumeSessions, TOKEN_LIFETIME_MS } from './login.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';
import { createPresence } from './presence.ts';
import { type PageServer, refusedLine, serveGateway } from './serve-gateway.ts';

export type BrowserModeOptions = Omit<
  StartArguments,
  'help' | 'rendererDir' | 'dataDir' | 'background' | 'forPage'
> & {
  rendererDir: string;
  /** File for the marks of the start. */
  startupReport: string | undefined;
  dataDir: string;
  /** Whether it stays until a first page is opened. False in the background, where nobody would notice that it runs. */
  waitsForVisit: boolean;
  /** Starts the service; what it prints goes to `log`. */
  spawnService: HostOptions['spawn'];
  /** Absolute path of the entry of the keychain process. */
  keychainProgram: string;
  /** Prints a line for the person. */
  print: (line: string) => void;
  /** Gets each line of the log too. */
  echo: (line: string) => void;
};

/**
 * Serves the app to a browser of this machine: service, gateway, login. Ends with SIGINT, SIGTERM or SIGHUP, when
 * `almanac stop` asks, or when nobody has needed it for `endAfter` minutes. Prints an address with a fresh token at the start and
 * each time Enter is pressed. If an Almanac already runs on the folder, its page is opened instead.
 * @throws Failure `port_in_use` where the page's own port is taken. Problems of the service are shown by the page.
 */
export async function runBrowserMode(options: BrowserModeOptions): Promise<void> {
  const { print, dataDir } = options;
  if (await handOver(options)) return;
  const hostLog = openHostLog(dataDir, options.echo);
  const log = hostLog.host;
  const login = createLogin(() => performance.now());
  const presence = createPresence(() => performance.now());
  const startup = createStartup({
    mode: 'browser',
    version: almanacVersion(),
    report: options.startupReport,
    log,
  });
  startup.mark('evaluated');
  const host = await startHost(options, hostLog, presence.report, startup);
  await resumeSessions(login);

  // Before anything is started: a signal must never end this process and leave the service behind.
  const ending = listenForEnd();
  let page: PageServer | undefined;
  const freshAddress = (onSpent?: () => void): string =>
    `http://127.0.0.1:${page?.port}/#t=${login.issueToken(onSpent)}`;
  const control = createControl({
    state: () => ({ clients: presence.count(), signIns: login.signIns() }),
    open: () => freshAddress(),
    stop: ending.end,
  });
  const refusals = createRefusalLog(log, () => new Date());
  const guarded: Gateway = guardGateway(
    host.gateway,
    login,
    () => page?.port ?? 0,
    control,
    ({ method, url }, status) =>
      refusals(status, refusedLine(method, url.slice(new URL(url).origin.length), status)),
  );
  const { port = readLastPort(dataDir, 'page') ?? 0 } = options;
  const served = await serveGateway(guarded, options.port === undefined ? [port, 0] : [port], refusals);
  page = served;
  startup.mark('ready');

  const stopAnnouncing = announceHost(
    { kind: 'browser', dataDir, pagePort: served.port, secret: control.secret },
    host.supervisor,
    log,
  );
  followService(host.supervisor, { ...options, end: ending.end });
  host.supervisor.onChange(({ port: servicePort }) => {
    // Not earlier: the service makes the data folder.
    if (servicePort === undefined) return;
    writeLastPort(dataDir, 'page', served.port).catch((error: unknown) =>
      log(`The port of the page could not be noted for the next run: ${String(error)}`),
    );
  });
  host.supervisor.start();
  const signedIn = Promise.withResolvers<void>();
  const address = freshAddress(signedIn.resolve);
  print(`Almanac is open at ${address}`);
  // Node loads the code of `fetch` at its first use: better now, while the browser goes to the address, than in its first request.
  setImmediate(() => new Response());
  const browserLed =
    options.open && hasDisplay()
      ? leadBrowser(address, Promise.race([signedIn.promise, ending.ended]), log)
      : undefined;
  ending.onEnter(() => print(`A new address, good once: ${freshAddress()}`));

  const { endAfter } = options;
  if (endAfter !== undefined) {
    const activity = {
      presence,
      isBusy: async () => served.isAnswering() || (await host.isBusy()),
      requests: () => host.supervisor.status().requests,
    };
    const stopWatching = endWhenIdle(activity, {
      afterMs: endAfter * 60_000,
      waitsForVisit: options.waitsForVisit,
      clock: SYSTEM_CLOCK,
      end() {
        print(
          `Nobody has needed Almanac for ${endAfter} minutes, so it ends. Start it again with npm start.`,
        );
        ending.end();
      },
    });
    void ending.ended.then(stopWatching);
  }

  await ending.ended;
  await leaveSessions(login);
  stopAnnouncing();
  await Promise.all([served.close(), host.stop(), browserLed]);
}

/** Opens the browser, and removes the file that redirects it when `isOver` resolves or the token has expired. */
async function leadBrowser(
  address: string,
  isOver: Promise<void>,
  log: (line: string) => void,
): Promise<void> {
  try {
    const forget = await openBrowser(address);
    await Promise.race([isOver, sleep(TOKEN_LIFETIME_MS, undefined, { ref: false })]);
    await forget();
  } catch (error) {
    log(`The browser could not be opened: ${String(error)}`);
  }
}

function startHost(
  options: BrowserModeOptions,
  log: Log,
  onPresence: (client: string, isLeaving: boolean) => void,
  startup: Startup,
): Promise<Host> {
  const { dataDir } = options;
  return createHost({
    mode: 'browser',
    service: {
      dataDir,
      port: options.servicePort ?? DEFAULT_PORT,
      pageSize: options.pageSize,
      sample: options.sample,
    },
    mayUseAnotherPort: options.servicePort === undefined,
    rendererDir: options.rendererDir,
    fetch: (url, init) => fetch(url, init),
    spawn: options.spawnService,
    vault: createVault({
      dataDir,
      spawnKeychain: () => forkKeychain(options.keychainProgram, process.env, log.host),
    }),
    onPresence,
    startup,
    log,
  });
}

/** How the program ends: by a signal, or by `end`. */
type Ending = {
  ended: Promise<void>;
  end: () => void;
  /** Calls back each time Enter is pressed in the terminal. */
  onEnter(call: () => void): void;
};

/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function listenForEnd(): Ending {
  let input: Interface | undefined;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = () => {
      input?.close();
      process.stdin.destroy();
      resolve();
    };
  });
  for (const signal of SIGNALS) process.once(signal, end);
  return {
    ended,
    end,
    onEnter(call) {
      input = createInterface({ input: process.stdin });
      input.on('line', call);
    },
  };
}
