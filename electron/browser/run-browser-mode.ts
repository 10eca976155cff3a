import { setTimeout as sleep } from 'node:timers/promises';
import { createRefusalLog } from '../../service/contract/refusal-log.ts';
import { almanacVersion } from '../../service/process/version.ts';
import { announceHost } from '../announce.ts';
import { forkKeychain, forkService } from '../child-process.ts';
import { createHost, type Host } from '../create-host.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { openHostLog } from '../host-log.ts';
import { createStartup, type Startup } from '../startup/index.ts';
import { SYSTEM_CLOCK } from '../supervisor/index.ts';
import { createVault } from '../vault/index.ts';
import type { BrowserArguments } from './arguments.ts';
import { createControl } from './control.ts';
import { endWhenAlone } from './end-when-alone.ts';
import { guardGateway } from './guard.ts';
import { handOver } from './hand-over.ts';
import { leaveSessions, resumeSessions } from './keep-sessions.ts';
import { createLogin, TOKEN_LIFETIME_MS } from './login.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';
import { createPresence } from './presence.ts';
import { type PageServer, refusedLine, serveGateway } from './serve-gateway.ts';
import { tellOfService } from './tell-of-service.ts';
import { untilEnded } from './until-ended.ts';

export type BrowserModeOptions = Omit<BrowserArguments, 'help' | 'rendererDir' | 'dataDir' | 'background'> & {
  rendererDir: string;
  dataDir: string;
  /** Whether it goes on although no page was opened yet; one in the background, which nobody sees, does not. */
  waitsForVisit: boolean;
  /** Entries of the service and of the keychain process. */
  serviceProgram: string;
  keychainProgram: string;
  /** For the person. */
  print: (line: string) => void;
  /** Gets each line of the log too. */
  echo: (line: string) => void;
};

/**
 * Serves the app to a browser of this machine: service, gateway, login. Ends with SIGINT, SIGTERM or SIGHUP, when
 * `almanac stop` asks, or when nobody has needed it for `endAfter` minutes. An address with a fresh token is printed at the
 * start and each time Enter is pressed. Where an Almanac runs on the folder already, that one's page is opened instead.
 * @throws Failure `port_in_use` where the page's own port is taken. What the service meets, the page tells.
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
  const host = await startHost(options, hostLog, presence.note, startup);
  await resumeSessions(login);

  // Before anything is started, so that there is no moment in which the service would be left to itself.
  const ending = untilEnded();
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
  const served = await serveGateway(guarded, options.port, refusals);
  page = served;
  startup.mark('ready');

  const unannounce = announceHost(
    { kind: 'browser', dataDir, pagePort: served.port, secret: control.secret },
    host.supervisor,
    log,
  );
  tellOfService(host.supervisor, { ...options, end: ending.end });
  host.supervisor.start();
  const signedIn = Promise.withResolvers<void>();
  const address = freshAddress(signedIn.resolve);
  print(`Almanac is open at ${address}`);
  const forgotten =
    options.open && hasDisplay()
      ? leadBrowser(address, Promise.race([signedIn.promise, ending.ended]), log)
      : undefined;
  ending.onEnter(() => print(`A new address, good once: ${freshAddress()}`));

  const { endAfter } = options;
  if (endAfter !== undefined) {
    const company = {
      presence,
      isBusy: async () => served.isAnswering() || (await host.isBusy()),
      requests: () => host.supervisor.status().requests,
    };
    const stopWatching = endWhenAlone(company, {
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
  unannounce();
  await Promise.all([served.close(), host.stop(), forgotten]);
}

/** Opens the browser, and removes what leads it here once that `isOver`, or too old to be of use. */
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
    log(`The browser could not be opened as it should be: ${String(error)}`);
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
    service: { dataDir, port: options.servicePort, pageSize: options.pageSize, sample: options.sample },
    mayUseAnotherPort: !options.isServicePortFixed,
    rendererDir: options.rendererDir,
    fetch: (url, init) => fetch(url, init),
    spawn: (serviceLog) => forkService(options.serviceProgram, serviceLog),
    vault: createVault({
      dataDir,
      spawnKeychain: () => forkKeychain(options.keychainProgram, process.env, log.host),
    }),
    onPresence,
    startup,
    log,
  });
}
