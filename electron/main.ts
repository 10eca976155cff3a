import { mkdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { app, Menu, net, powerMonitor, protocol, session, utilityProcess } from 'electron';
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
  ORIGIN,
  openLater,
  SCHEME,
  staysOpen,
  viewOfLink,
  viewSent,
} from './desktop/before-ready/index.ts';
import { createStartup, reportPath } from './startup.ts';

/**
 * Entry of the desktop app. It only connects rooms, which run without Electron and make all decisions, with Electron. What has to
 * happen before Electron is ready happens at once; what a window needs is loaded afterwards.
 */

/** When to save compiled code for the next start: early, in case the app is killed. */
const FLUSH_AFTER_MS = 10_000;
const HERE = import.meta.dirname;
const words = process.argv.slice(app.isPackaged ? 1 : 2);
const launch = launchArgumentsOrSay(words) ?? process.exit(2);
const dataDir = dataFolder(launch.dataDir);
app.setName(APP_NAME);
// Without it Windows shows notifications under another name, or not at all.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
if (!app.commandLine.hasSwitch('user-data-dir')) {
  // The files of the window are in the data folder: one app for each data folder.
  const folder = path.join(dataDir, 'window');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
}
const userData = app.getPath('userData');
const compileCache = path.join(userData, 'compile-cache');
enableCompileCache(compileCache);

const print = (line: string): void => console.error(line);
/** Later the host's log. */
let log = print;
const report = reportPath(words, process.env);
const startup = createStartup({
  mode: 'desktop',
  version: almanacVersion(),
  report,
  log: (line) => log(line),
});
const commands = createCommandQueue();
/** Requests to open the window wait here until there can be one. */
const window = openLater();
const outside = { open: (_address: string): void => undefined };

app.enableSandbox();
// Otherwise Electron makes its own menu bar before the first window.
Menu.setApplicationMenu(null);
protocol.registerSchemesAsPrivileged([
  {
    scheme: SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);
app.on('web-contents-created', (_, contents) => guardContents(contents, (address) => outside.open(address)));

if (app.requestSingleInstanceLock({ view: launch.view ?? null })) {
  window.summon(launch.view);
  app.on('second-instance', (_event, _words, _folder, sent) => window.summon(viewSent(sent)));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    window.summon(viewOfLink(address));
  });
  startup.mark('evaluated');
  start().catch((error: unknown) => {
    log(
      `Almanac could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    app.exit(1);
  });
} else {
  app.exit(0);
}

async function start(): Promise<void> {
  const [{ openHostLog }, { createHost }, { announceHost }, desktop, page, menu, child, { createVault }] =
    await Promise.all([
      import('./diagnostics/index.ts'),
      import('./create-host.ts'),
      import('./announce.ts'),
      import('./desktop/index.ts'),
      import('./window.ts'),
      import('./menu.ts'),
      import('./child-process.ts'),
      import('./vault/index.ts'),
    ]);
  const hostLog = openHostLog(dataDir, print);
  log = hostLog.host;
  const chosen = desktop.createChosenFiles();
  const [host, settings] = await Promise.all([
    createHost({
      mode: 'desktop',
      service: { dataDir, port: launch.servicePort, pageSize: launch.pageSize, sample: launch.sample },
      mayUseAnotherPort: !launch.isServicePortFixed,
      rendererDir: path.join(HERE, '..', 'renderer'),
      fetch: (url, init) => net.fetch(url, { ...init, bypassCustomProtocolHandlers: true }),
      spawn: (serviceLog) =>
        child.utilityService(
          utilityProcess.fork(path.join(HERE, '..', 'service', 'main.js'), [], {
            serviceName: 'Almanac service',
            stdio: 'pipe',
            env: { ...child.serviceEnvironment(process.env), NODE_COMPILE_CACHE: compileCache },
          }),
          serviceLog,
        ),
      vault: createVault({
        dataDir,
        spawnKeychain: () =>
          child.utilityKeychain(
            utilityProcess.fork(path.join(HERE, 'keychain-process.js'), [], {
              serviceName: 'Almanac keychain',
              stdio: 'pipe',
              env: child.keychainEnvironment(process.env),
            }),
            log,
          ),
      }),
      startup,
      chosenFiles: chosen,
      log: hostLog,
    }),
    desktop.openSettings(userData, log),
    app.whenReady(),
  ]);
  startup.mark('ready');
  const { supervisor } = host;
  const stopAnnouncing = announceHost(
    { kind: 'desktop', dataDir, pagePort: null, secret: null },
    supervisor,
    log,
  );
  supervisor.start();
  guardSession(session.defaultSession);
  session.defaultSession.protocol.handle(SCHEME, desktop.answerScheme(host.gateway, log));
  session.defaultSession.protocol.handle('file', desktop.refuseFiles);
  outside.open = (address) => page.openOutside(address, supervisor.status().port, log);

  const windows = page.createWindows({
    settings,
    commands,
    preload: path.join(HERE, 'preload.cjs'),
    hasDeveloperTools: !app.isPackaged,
    log,
    onSessionEnd: () => {
      settings.flush();
      void supervisor.stop();
    },
  });
  const downloads = desktop.createDownloads({
    folder: app.getPath('downloads'),
    sidecarOf: (address) => host.takeSidecar(new URL(address).pathname.split('/').at(-1) ?? ''),
    tell: windows.tell,
    onWhole: () => menus.refresh(),
  });
  const reveal = (): boolean => page.revealDownload(downloads.newest());
  const importFile = (): Promise<void> => windows.importFile(chosen);
  const menus = menu.openMenus({
    settings,
    supervisor,
    commands,
    hasDeveloperTools: !app.isPackaged,
    summon: window.summon,
    importFile,
    setTheme: windows.setTheme,
    look: windows.look,
    hasDownload: () => downloads.newest() !== undefined,
    reveal,
    openOutside: outside.open,
    diagnostics: () => host.diagnostics(ORIGIN),
    showLogs: () => void page.openFolder(path.join(dataDir, 'logs'), log),
    log,
  });
  page.answerPage(windows.owns, {
    'next-command': () => commands.next(),
    offer: menus.offer,
    'set-theme': menus.chooseTheme,
    'choose-file': importFile,
    'reveal-download': reveal,
    'window-action': menus.act,
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
        await host.stop();
        await startup.written();
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
  powerMonitor.on('suspend', () => supervisor.sleep());
  powerMonitor.on('resume', () => supervisor.wake());
  // In a checkout this would register Electron itself as the program for our links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.setAboutPanelOptions({ applicationName: APP_NAME, applicationVersion: almanacVersion() });

  window.attach(windows.summon);
  menus.refresh();
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
}
