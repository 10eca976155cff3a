import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { BrowserWindow, dialog, ipcMain, nativeTheme, screen, shell } from 'electron';
import type { LookAction, Theme } from '../service/contract/desktop.ts';
import type { AskService } from './ask-service.ts';
import { addressForBrowser, type CommandQueue, pageAddress, viewPath } from './desktop/before-ready/index.ts';
import {
  answerChannels,
  backgroundColour,
  type ChannelHandlers,
  countPageCrashes,
  type DialogQuestion,
  IMPORT_DIALOG,
  type KeptSettings,
  PAGE_CRASHED,
  placeWindow,
  themeSource,
  windowOptions,
} from './desktop/index.ts';
import type { ServiceRun } from './run-service.ts';

/** The desktop window and its page: connects the decisions of `desktop/` with Electron. */

/** After this time a window is shown even if it has painted nothing, so that it can be seen and closed. */
const SHOW_ANYWAY_MS = 1_500;
/** The step of the menu's zoom items. */
const ZOOM_STEP = 0.5;
/** Chromium's error code for a load that a newer load replaced. */
const REPLACED = -3;

export type WindowsOptions = {
  settings: KeptSettings;
  commands: CommandQueue;
  run: Pick<ServiceRun, 'address' | 'at' | 'onChange'>;
  /** Returns the origin of the page; undefined before the service listens. */
  origin: () => string | undefined;
  ask: AskService;
  /** Absolute path of the preload script. */
  preload: string;
  hasDeveloperTools: boolean;
  log: (line: string) => void;
  quit: () => void;
  /** Called when Windows ends the session, which leaves almost no time. */
  onSessionEnd: () => void;
};

export function createWindows(options: WindowsOptions) {
  const { settings, commands, log, run, origin } = options;
  let window: BrowserWindow | undefined;
  /** True if the window shows Chromium's error page, because the service did not answer. */
  let hasFailed = false;
  nativeTheme.themeSource = themeSource(settings.value().theme);
  const colour = (): string => backgroundColour(settings.value().theme, nativeTheme.shouldUseDarkColors);
  nativeTheme.on('updated', () => window?.setBackgroundColor(colour()));
  run.onChange(() => {
    if (window && hasFailed && run.at() !== undefined) load(window, lastView());
  });
  const lastView = (): string | undefined => settings.value().view ?? undefined;

  function open(view: string | undefined): BrowserWindow {
    const { bounds, isMaximized } = settings.value();
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
    followPage(opened);
    load(opened, view ?? lastView());
    return opened;
  }

  /** Loads the page, signed in with a token of its own, as soon as the service answers. */
  function load(into: BrowserWindow, view: string | undefined): void {
    hasFailed = false;
    run
      .address((view && viewPath(view)) ?? '/')
      .then(async (address) => {
        if (address !== undefined && !into.isDestroyed()) await into.loadURL(address);
      })
      .catch((error: unknown) => log(`The page did not load: ${codeOf(error)}`));
  }

  /** Saves the view that the page shows, and loads the page again when its process has ended. */
  function followPage(opened: BrowserWindow): void {
    const { webContents } = opened;
    const keepView = (_: unknown, address: string): void => {
      const view = pageAddress(address, origin());
      if (view !== undefined) settings.change({ view });
    };
    webContents.on('did-navigate-in-page', keepView);
    webContents.on('did-navigate', (event, address) => {
      commands.pageLeft();
      keepView(event, address);
    });
    webContents.on('did-fail-load', (_event, code, _text, _address, isMainFrame) => {
      if (isMainFrame && code !== REPLACED) hasFailed = true;
    });
    const afterCrash = countPageCrashes(() => performance.now());
    webContents.on('render-process-gone', async (_, { reason, exitCode }) => {
      commands.pageLeft();
      const act = afterCrash(reason);
      log(`The process of the page ended: ${reason} (${exitCode}).`);
      if (act === 'load') load(opened, lastView());
      if (act === 'ask' && (await askPerson(PAGE_CRASHED)) && !opened.isDestroyed()) load(opened, '/');
    });
  }

  /** Brings the window to the front, or opens it if there is none. Goes to `view` if one is given. */
  function summon(view?: string): void {
    if (window === undefined) {
      window = open(view);
      return;
    }
    if (view !== undefined) commands.push({ t: 'go', to: view });
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function showMessage(sentence: string): void {
    log(sentence);
    void dialog.showMessageBox({ type: 'warning', message: sentence });
  }

  /** Asks the user in a native dialog. @returns whether to continue; otherwise the app quits */
  async function askPerson(question: DialogQuestion): Promise<boolean> {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      ...question,
      defaultId: 0,
      cancelId: 1,
    });
    if (response !== 0) options.quit();
    return response === 0;
  }

  return {
    summon,
    owns: (contentsId: number): boolean => window?.webContents.id === contentsId,
    hide: (): void => window?.hide(),
    async importFile(): Promise<void> {
      const { filePaths } = await (window
        ? dialog.showOpenDialog(window, { ...IMPORT_DIALOG })
        : dialog.showOpenDialog({ ...IMPORT_DIALOG }));
      const [file] = filePaths;
      if (file === undefined) return;
      try {
        const upload = await options.ask('upload', { name: path.basename(file) }, await openAsBlob(file));
        commands.push({ t: 'file', upload });
      } catch (error) {
        return showMessage(
          `${path.basename(file)} could not be read: ${error instanceof Error ? error.message : error}`,
        );
      }
      summon();
    },
    setTheme(theme: Theme): void {
      settings.change({ theme });
      nativeTheme.themeSource = themeSource(theme);
    },
    look(action: LookAction): void {
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
    showMessage,
    askPerson,
  };
}

/** Returns the error's code, because its message has the address with its token. */
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code ?? 'unknown error';

/** Saves the window's position and size whenever they change. */
function keepState(window: BrowserWindow, settings: KeptSettings): void {
  const keep = (): void => {
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    settings.change({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  window.on('resize', keep);
  window.on('move', keep);
  window.on('maximize', keep);
  window.on('unmaximize', keep);
}

/** Answers the channels of the preload script. */
export function answerPage(
  isOurs: (contentsId: number) => boolean,
  origin: () => string | undefined,
  handlers: ChannelHandlers,
): void {
  answerChannels((channel, listener) => ipcMain.handle(channel, listener), isOurs, origin, handlers);
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
