import { BrowserWindow, dialog, ipcMain, nativeTheme, screen, shell } from 'electron';
import type { LookAction, Theme } from '../service/contract/desktop.ts';
import {
  addressForBrowser,
  addressOf,
  type CommandQueue,
  ORIGIN,
  viewOf,
} from './desktop/before-ready/index.ts';
import {
  answerChannels,
  backgroundColour,
  type ChannelHandlers,
  type ChosenFiles,
  CRASH_PAGE,
  countPageCrashes,
  type DesktopSettings,
  IMPORT_DIALOG,
  type KeptFile,
  placeWindow,
  themeSource,
  windowOptions,
} from './desktop/index.ts';

/** The desktop window and its page: only connects `desktop/`, which makes all decisions, with Electron. */

/** After this time a window is shown even if it has painted nothing, so that it can be seen and closed. */
const SHOW_ANYWAY_MS = 1_500;
/** As far as the menu's items go. */
const ZOOM_STEP = 0.5;

export type WindowsOptions = {
  settings: KeptFile<DesktopSettings>;
  commands: CommandQueue;
  /** Absolute path of the preload script. */
  preload: string;
  hasDeveloperTools: boolean;
  log: (line: string) => void;
  /** Called when Windows ends the session, which leaves almost no time. */
  onSessionEnd: () => void;
};

export type Windows = {
  /** Brings the window to the front; opens it, at a view, where there is none. */
  summon(view?: string): void;
  owns(contentsId: number): boolean;
  hide(): void;
  importFile(chosen: ChosenFiles): Promise<void>;
  setTheme(theme: Theme): void;
  look(action: LookAction): void;
  tell(sentence: string): void;
};

export function createWindows(options: WindowsOptions): Windows {
  const { settings, commands, log } = options;
  let window: BrowserWindow | undefined;
  nativeTheme.themeSource = themeSource(settings.value().theme);
  const colour = (): string => backgroundColour(settings.value().theme, nativeTheme.shouldUseDarkColors);
  nativeTheme.on('updated', () => window?.setBackgroundColor(colour()));

  function open(view: string | undefined): BrowserWindow {
    const { bounds, isMaximized, view: lastView } = settings.value();
    const main = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
    const opened = new BrowserWindow(
      windowOptions({
        ...options,
        bounds: placeWindow(
          [main, ...others].map(({ workArea }) => workArea),
          bounds ?? undefined,
        ),
        colour: colour(),
      }),
    );
    const show = (): void => {
      clearTimeout(showAnyway);
      // Maximising shows a window, so it waits for the first paint as well.
      if (isMaximized) opened.maximize();
      opened.show();
    };
    const showAnyway = setTimeout(show, SHOW_ANYWAY_MS);
    opened.once('ready-to-show', show);
    opened.once('closed', () => {
      clearTimeout(showAnyway);
      window = undefined;
      commands.pageLeft();
    });
    keepState(opened, settings);
    opened.on('session-end', options.onSessionEnd);
    followPage(opened, settings, commands, log);
    load(opened, view ?? lastView ?? undefined);
    return opened;
  }

  function load(into: BrowserWindow, view: string | undefined): void {
    into.loadURL(addressOf(view)).catch((error: unknown) => log(`The page did not load: ${error}`));
  }

  function summon(view?: string): void {
    if (window === undefined) {
      window = open(view);
      return;
    }
    // The crash page runs no script, so it would not follow a command.
    if (view !== undefined && window.webContents.getURL() === ORIGIN + CRASH_PAGE) load(window, view);
    else if (view !== undefined) commands.push({ t: 'go', to: view });
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  return {
    summon,
    owns: (contentsId) => window?.webContents.id === contentsId,
    hide: () => window?.hide(),
    async importFile(chosen) {
      const { filePaths } = await (window
        ? dialog.showOpenDialog(window, { ...IMPORT_DIALOG })
        : dialog.showOpenDialog({ ...IMPORT_DIALOG }));
      const [file] = filePaths;
      if (file === undefined) return;
      commands.push({ t: 'file', ...chosen.grant(file) });
      summon();
    },
    setTheme(theme) {
      settings.change({ theme });
      nativeTheme.themeSource = themeSource(theme);
    },
    look(action) {
      if (window === undefined || window.isDestroyed()) return;
      const { webContents } = window;
      if (action === 'reload') webContents.reload();
      else if (action === 'full-screen') window.setFullScreen(!window.isFullScreen());
      else if (action === 'zoom-reset') webContents.setZoomLevel(0);
      else
        webContents.setZoomLevel(
          webContents.getZoomLevel() + (action === 'zoom-in' ? ZOOM_STEP : -ZOOM_STEP),
        );
    },
    tell(sentence) {
      log(sentence);
      void dialog.showMessageBox({ type: 'warning', message: sentence });
    },
  };
}

/** Saves the place of the window whenever it changes. */
function keepState(window: BrowserWindow, settings: KeptFile<DesktopSettings>): void {
  const keep = (): void => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    settings.change({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  window.on('resize', keep);
  window.on('move', keep);
  window.on('maximize', keep);
  window.on('unmaximize', keep);
}

/** Saves which view the page shows, and reloads the page when its process has ended. */
function followPage(
  window: BrowserWindow,
  settings: KeptFile<DesktopSettings>,
  commands: CommandQueue,
  log: (line: string) => void,
): void {
  const { webContents } = window;
  const keepView = (_: unknown, address: string): void => {
    const view = viewOf(address);
    if (view !== undefined) settings.change({ view });
  };
  webContents.on('did-navigate-in-page', keepView);
  webContents.on('did-navigate', (event, address) => {
    commands.pageLeft();
    keepView(event, address);
  });
  const afterCrash = countPageCrashes(() => performance.now());
  webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    commands.pageLeft();
    const act = afterCrash(reason);
    log(`The process of the page ended: ${reason} (${exitCode}).`);
    if (act === 'reload') webContents.reload();
    if (act === 'tell') void window.loadURL(ORIGIN + CRASH_PAGE);
  });
}

/** Answers the channels of the preload script. */
export function answerPage(isOurs: (contentsId: number) => boolean, handlers: ChannelHandlers): void {
  answerChannels((channel, listener) => ipcMain.handle(channel, listener), isOurs, handlers);
}

/** Opens an address in the person's own browser, if it is an allowed one. The only way out of the app. */
export function openOutside(
  address: string,
  servicePort: number | undefined,
  log: (line: string) => void,
): void {
  const allowed = addressForBrowser(address, servicePort);
  if (allowed === undefined) return;
  shell.openExternal(allowed).catch((error: unknown) => log(`The browser did not open: ${error}`));
}

/** @returns whether there was a file to show. */
export function revealDownload(file: string | undefined): boolean {
  if (file !== undefined) shell.showItemInFolder(file);
  return file !== undefined;
}

/** @returns whether the system opened it. */
export async function openFolder(folder: string, log: (line: string) => void): Promise<boolean> {
  const problem = await shell.openPath(folder);
  if (problem !== '') log(`The folder did not open: ${problem}`);
  return problem === '';
}
