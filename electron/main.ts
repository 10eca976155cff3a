import { mkdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { app, Menu, powerMonitor, session, utilityProcess } from 'electron';
import { APP_NAME } from '../service/contract/names.ts';
import { dataFolder } from '../service/process/data-folder.ts';
import { almanacVersion } from '../service/process/version.ts';
import {
  APP_ID,
  createCommandQueue,
  guardContents,
  guardSession,
  LINK_SCHEME,
  launchArgumentsOrSay,
  openLater,
  originOf,
  staysOpen,
  viewOfLink,
  viewSent,
} from './desktop/before-ready/index.ts';
import { reportPath, startSettings } from './start-settings.ts';

/** Entry of the desktop app: connects Electron with code that needs no Electron, loaded in `open`. */

/** @returns the diagnostics of an app whose service does not answer. */
const withoutService = (logFile: string): string =>
  `Almanac ${almanacVersion()} on ${process.platform} ${process.arch}\nThe data service does not answer. Its log: ${logFile}\n`;

/** When to save the compile cache for the next start: early, in case the app is killed. */
const FLUSH_AFTER_MS = 10_000;
const HERE = import.meta.dirname;
const words = process.argv.slice(app.isPackaged ? 1 : 2);
const launch = launchArgumentsOrSay(words) ?? process.exit(2);
const dataDir = dataFolder(launch.dataDir);
app.setName(APP_NAME);
// Without this id Windows shows notifications under another name, or not at all.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
if (!app.commandLine.hasSwitch('user-data-dir')) {
  // Chromium's files go into the data folder, so that each data folder has an app of its own.
  const folder = path.join(dataDir, 'window');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
}
const userData = app.getPath('userData');
const compileCache = path.join(userData, 'compile-cache');
enableCompileCache(compileCache);

const print = (line: string): void => console.error(line);
/** Prints lines until the log is open. */
let log = print;
const start = startSettings({
  mode: 'desktop',
  dataDir,
  port: launch.port,
  servicePort: launch.servicePort,
  pageSize: launch.pageSize,
  sample: launch.sample,
  rendererDir: path.join(HERE, '..', 'renderer'),
  report: reportPath(words, process.env),
});
const commands = createCommandQueue();
/** Requests to open the window wait here until a window can exist. */
const window = openLater();
const outside = { open: (_address: string): void => undefined };
/** The origin of the page, once the service listens. It stays the same for the whole run. */
let pageOrigin: string | undefined;
const origin = (): string | undefined => pageOrigin;

app.enableSandbox();
// Otherwise Electron makes its own menu bar before the first window.
Menu.setApplicationMenu(null);
app.on('web-contents-created', (_, contents) =>
  guardContents(contents, origin, (address) => outside.open(address)),
);

if (app.requestSingleInstanceLock({ view: launch.view ?? null })) {
  window.summon(launch.view);
  app.on('second-instance', (_event, _words, _folder, sent) => window.summon(viewSent(sent)));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    window.summon(viewOfLink(address));
  });
  start.mark('evaluated');
  open().catch((error: unknown) => {
    log(
      `Almanac could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    app.exit(1);
  });
} else {
  app.exit(0);
}

async function open(): Promise<void> {
  const [
    { noteFailures, openShellLog },
    { superviseService },
    { serviceAsker },
    { announceShell },
    desktop,
    page,
    menu,
  ] = await Promise.all([
    import('./log.ts'),
    import('./run-service.ts'),
    import('./ask-service.ts'),
    import('./run-service.ts'),
    import('./desktop/index.ts'),
    import('./window.ts'),
    import('./menu.ts'),
  ]);
  const [child, { openKeychain }, { askToPause }] = await Promise.all([
    import('./child-process.ts'),
    import('./keychain.ts'),
    import('../service/process/instances.ts'),
  ]);
  const shellLog = openShellLog(dataDir, print);
  log = shellLog.host;
  const stopNoting = noteFailures('desktop', log);
  const [settings] = await Promise.all([desktop.openWindowSettings(userData, log), app.whenReady()]);
  start.mark('ready');
  const run = superviseService({
    spawn: () =>
      child.utilityService(
        utilityProcess.fork(path.join(HERE, '..', 'service', 'main.js'), [], {
          serviceName: 'Almanac service',
          stdio: 'pipe',
          env: { ...child.serviceEnvironment(process.env), NODE_COMPILE_CACHE: compileCache },
        }),
        shellLog.service,
      ),
    settings: start.now,
    keychain: openKeychain(
      () =>
        child.utilityKeychain(
          utilityProcess.fork(path.join(HERE, 'keychain-process.js'), [], {
            serviceName: 'Almanac keychain',
            stdio: 'pipe',
            env: child.keychainEnvironment(process.env),
          }),
          log,
        ),
      { learn: shellLog.learn },
    ),
    onQuit: () => app.quit(),
    onFailed(message) {
      log(message);
      void windows.askPerson(desktop.serviceStays(message)).then((again) => again && run.start());
    },
    log,
  });
  run.onChange(() => {
    const place = run.at();
    if (place) pageOrigin = originOf(place.pagePort);
  });
  const ask = serviceAsker(run, start.sessionSecret);
  const stopAnnouncing = announceShell({ kind: 'desktop', dataDir, secret: null }, run, log);
  guardSession(session.defaultSession, origin);
  outside.open = (address) => page.openOutside(address, run.at()?.port, log);

  const windows = page.createWindows({
    settings,
    commands,
    run,
    origin,
    ask,
    preload: path.join(HERE, 'preload.cjs'),
    hasDeveloperTools: !app.isPackaged,
    log,
    quit: () => app.quit(),
    onSessionEnd: () => {
      settings.flush();
      void run.stop();
    },
  });
  const downloads = desktop.createDownloads({
    folder: app.getPath('downloads'),
    sidecarOf: (address) => ask('sidecar', { ticket: new URL(address).pathname.split('/').at(-1) ?? '' }),
    showMessage: windows.showMessage,
    onComplete: () => menus.refresh(),
  });
  const reveal = (): boolean => page.revealDownload(downloads.newest());
  const menus = menu.openMenus({
    settings,
    run,
    ask,
    commands,
    hasDeveloperTools: !app.isPackaged,
    summon: window.summon,
    importFile: windows.importFile,
    setTheme: windows.setTheme,
    look: windows.look,
    hasDownload: () => downloads.newest() !== undefined,
    reveal,
    openOutside: outside.open,
    diagnostics: () => ask('diagnostics', {}).catch(() => withoutService(shellLog.file)),
    showLogs: () => void page.openFolder(path.join(dataDir, 'logs'), log),
    log,
  });
  page.answerPage(windows.owns, origin, {
    'next-command': () => commands.next(),
    offer: async (offer) => menus.offer(offer),
    'set-theme': async (theme) => menus.chooseTheme(theme),
    'choose-file': windows.importFile,
    'reveal-download': async () => reveal(),
    'window-action': async (action) => menus.act(action),
    'open-data-folder': () => page.openFolder(dataDir, log),
  });
  session.defaultSession.on('will-download', (_event, item) => downloads.take(item));

  app.on(
    'before-quit',
    desktop.quitOnce({
      stop: async () => {
        windows.hide();
        settings.flush();
        menus.close();
        stopAnnouncing();
        await run.stop();
        stopNoting();
        shellLog.close();
      },
      quit: () => app.quit(),
      exit: (status) => app.exit(status),
      log,
    }),
  );
  app.on('activate', () => window.summon());
  app.on('window-all-closed', () => {
    if (!staysOpen(process.platform, settings.value().hasTray)) app.quit();
  });
  app.on('child-process-gone', (_, { type, reason, name, serviceName }) =>
    log(`A process ended: ${name ?? serviceName ?? type}, ${reason}.`),
  );
  powerMonitor.on('suspend', () => {
    const place = run.at();
    if (place) void askToPause({ pagePort: place.pagePort, secret: start.controlSecret });
  });
  // In a checkout this would register Electron itself as the program for our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.setAboutPanelOptions({ applicationName: APP_NAME, applicationVersion: almanacVersion() });

  run.start();
  window.attach(windows.summon);
  menus.refresh();
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
}
