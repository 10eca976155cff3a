import { app, clipboard, Menu, Notification, nativeImage, Tray } from 'electron';
import type { LookAction, Theme, WindowAction } from '../service/contract/desktop.ts';
import type { AskService } from './ask-service.ts';
import type { CommandQueue } from './desktop/before-ready/index.ts';
import {
  type DesktopSettings,
  type KeptSettings,
  keepMenus,
  type MenuActs,
  menuTemplate,
  type News,
  serviceText,
  TRAY_ICON,
  trayTemplate,
  watchNews,
} from './desktop/index.ts';
import type { ServiceRun } from './run-service.ts';

/** The menu bar, tray and notifications: connects the decisions of `desktop/` with Electron. */

export type MenusOptions = {
  settings: KeptSettings;
  run: Pick<ServiceRun, 'start' | 'at' | 'state' | 'onChange'>;
  ask: AskService;
  commands: CommandQueue;
  hasDeveloperTools: boolean;
  /** Brings the window to the front, at a view if one is given. */
  summon: (view?: string) => void;
  importFile: () => Promise<void>;
  setTheme: (theme: Theme) => void;
  /** Changes how the window shows the page. */
  look: (action: LookAction) => void;
  hasDownload: () => boolean;
  reveal: () => boolean;
  openOutside: (address: string) => void;
  diagnostics: () => Promise<string>;
  showLogs: () => void;
  log: (line: string) => void;
};

/** Shows nothing until `refresh` is called. */
export function openMenus(options: MenusOptions) {
  const { settings, run, commands, log } = options;
  const docs = (): string => `http://127.0.0.1:${run.at()?.port}/docs`;
  const acts: MenuActs = {
    go: options.summon,
    run: (action) => commands.push({ t: 'run', action }),
    importFile: () => void options.importFile(),
    revealDownload: () => void options.reveal(),
    setTheme(theme) {
      chooseTheme(theme);
      commands.push({ t: 'theme', theme });
    },
    setTray: (hasTray) => change({ hasTray }),
    setNews: (tellsNews) => change({ tellsNews }),
    openDocs: () => options.openOutside(docs()),
    copyDiagnostics: () =>
      void options
        .diagnostics()
        .then((text) => clipboard.writeText(text))
        .catch((error: unknown) => log(`The diagnostics were not copied: ${error}`)),
    showLogs: options.showLogs,
    about: () => app.showAboutPanel(),
  };
  const ofWindow: Record<WindowAction, () => void> = {
    reload: () => options.look('reload'),
    'zoom-in': () => options.look('zoom-in'),
    'zoom-out': () => options.look('zoom-out'),
    'zoom-reset': () => options.look('zoom-reset'),
    'full-screen': () => options.look('full-screen'),
    news: () => acts.setNews(!settings.value().tellsNews),
    tray: () => acts.setTray(!settings.value().hasTray),
    'copy-diagnostics': acts.copyDiagnostics,
    'show-logs': acts.showLogs,
    about: acts.about,
    quit: () => app.quit(),
  };
  const bar = keepMenus(
    settings,
    () => ({
      isMac: process.platform === 'darwin',
      hasDeveloperTools: options.hasDeveloperTools,
      hasDownload: options.hasDownload(),
      hasApi: run.at() !== undefined,
    }),
    (state) => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, acts))),
  );
  const tray = createTray({
    open: () => options.summon(),
    restart: () => run.start(),
    copy: (text) =>
      void clipboard.writeText(text).catch((error: unknown) => log(`The address was not copied: ${error}`)),
  });
  const endNews = watchNews({
    runs: async () => (await options.ask('runs', {})).runs,
    isWanted: () => settings.value().tellsNews,
    notify: (news) => notify(news, () => options.summon('/data')),
    log,
  });

  function change(part: Partial<DesktopSettings>): void {
    settings.change(part);
    refresh();
  }
  function chooseTheme(theme: Theme): void {
    options.setTheme(theme);
    bar.refresh();
  }
  function refresh(): void {
    bar.refresh();
    if (settings.value().hasTray) tray.show(run);
    else tray.remove();
  }
  run.onChange(refresh);
  return {
    offer: bar.offer,
    chooseTheme,
    /** Performs an action that the page requests. */
    act: (action: WindowAction): void => ofWindow[action](),
    refresh,
    close(): void {
      endNews();
      tray.remove();
    },
  };
}

function createTray({
  copy,
  ...acts
}: {
  open: () => void;
  restart: () => void;
  copy: (text: string) => void;
}) {
  let tray: Tray | undefined;
  return {
    show(run: Pick<ServiceRun, 'at' | 'state'>): void {
      tray ??= new Tray(nativeImage.createFromDataURL(TRAY_ICON));
      const place = run.at();
      const baseUrl = place && `http://127.0.0.1:${place.port}`;
      tray.setToolTip(`Almanac – ${serviceText(run.state())}`);
      tray.setContextMenu(
        Menu.buildFromTemplate(
          trayTemplate(
            { service: run.state(), baseUrl },
            { ...acts, copyBaseUrl: () => copy(baseUrl ?? ''), quit: () => app.quit() },
          ),
        ),
      );
    },
    remove(): void {
      tray?.destroy();
      tray = undefined;
    },
  };
}

function notify(news: News, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(news);
  notification.on('click', onClick);
  notification.show();
}
