import { actionOf, type MenuItemId } from '../../service/contract/actions.ts';
import type { MenuAction, MenuOffer, Theme } from '../../service/contract/desktop.ts';
import type { RunState } from '../run-service.ts';
import type { KeptSettings } from './settings.ts';

/** The part of Electron's menu templates that is used; plain data except `click`. */
export type MenuItem = {
  id?: string;
  label?: string;
  role?: MenuRole;
  type?: 'separator' | 'checkbox' | 'radio';
  accelerator?: string;
  enabled?: boolean;
  checked?: boolean;
  submenu?: MenuItem[];
  click?: () => void;
};
type MenuRole =
  | 'appMenu'
  | 'close'
  | 'copy'
  | 'cut'
  | 'minimize'
  | 'paste'
  | 'quit'
  | 'redo'
  | 'reload'
  | 'resetZoom'
  | 'selectAll'
  | 'toggleDevTools'
  | 'togglefullscreen'
  | 'undo'
  | 'windowMenu'
  | 'zoomIn'
  | 'zoomOut';

export type MenuState = {
  isMac: boolean;
  hasDeveloperTools: boolean;
  offer: MenuOffer;
  theme: Theme;
  hasTray: boolean;
  tellsNews: boolean;
  /** True if a download has finished, so that its folder can be shown. */
  hasDownload: boolean;
  /** True if the service listens, so that its documentation can be opened. */
  hasApi: boolean;
};

export type MenuActs = {
  go(to: string): void;
  run(action: MenuAction): void;
  importFile(): void;
  revealDownload(): void;
  setTheme(theme: Theme): void;
  setTray(isOn: boolean): void;
  setNews(isOn: boolean): void;
  openDocs(): void;
  copyDiagnostics(): void;
  showLogs(): void;
  about(): void;
};

const LINE: MenuItem = { type: 'separator' };
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** @returns an action's menu item, with the label and shortcut from the list of actions. */
function itemOf(id: MenuItemId, rest: Omit<MenuItem, 'id'>): MenuItem {
  const { menu = '', keys, menuKeys = keys?.[0] } = actionOf(id);
  return {
    id,
    label: menu,
    ...(menuKeys && { accelerator: menuKeys.join('+').replace('Ctrl', 'CmdOrCtrl') }),
    ...rest,
  };
}

/** @returns the menu bar. Unusable items are dimmed instead of left out, so that nothing moves. */
export function menuTemplate(state: MenuState, acts: MenuActs): MenuItem[] {
  return [
    ...(state.isMac ? [{ role: 'appMenu' } satisfies MenuItem] : []),
    fileMenu(state, acts),
    editMenu(state, acts),
    viewMenu(state, acts),
    ...(state.offer.screens.length > 0 ? [goMenu(state, acts)] : []),
    ...(state.isMac ? [{ role: 'windowMenu' } satisfies MenuItem] : []),
    helpMenu(state, acts),
  ];
}

function fileMenu(state: MenuState, acts: MenuActs): MenuItem {
  const canDo = (action: MenuAction): boolean => state.offer.actions.includes(action);
  return {
    label: '&File',
    submenu: [
      itemOf('import', { click: acts.importFile }),
      LINE,
      itemOf('export-data', { enabled: canDo('export-data'), click: () => acts.run('export-data') }),
      itemOf('export-image', { enabled: canDo('export-image'), click: () => acts.run('export-image') }),
      itemOf('reveal-download', { enabled: state.hasDownload, click: acts.revealDownload }),
      LINE,
      itemOf('news', {
        type: 'checkbox',
        checked: state.tellsNews,
        click: () => acts.setNews(!state.tellsNews),
      }),
      itemOf('tray', {
        ...(state.isMac && { label: 'Keep in the menu bar' }),
        type: 'checkbox',
        checked: state.hasTray,
        click: () => acts.setTray(!state.hasTray),
      }),
      LINE,
      { role: 'close' },
      ...(state.isMac ? [] : [{ role: 'quit' } satisfies MenuItem]),
    ],
  };
}

function editMenu(state: MenuState, acts: MenuActs): MenuItem {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      LINE,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      LINE,
      itemOf('find', { enabled: state.offer.actions.includes('find'), click: () => acts.run('find') }),
    ],
  };
}

function viewMenu(state: MenuState, acts: MenuActs): MenuItem {
  return {
    label: '&View',
    submenu: [
      {
        label: 'Appearance',
        submenu: THEMES.map((theme) =>
          itemOf(`theme-${theme}`, {
            type: 'radio',
            checked: state.theme === theme,
            click: () => acts.setTheme(theme),
          }),
        ),
      },
      LINE,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      LINE,
      { role: 'reload' },
      ...(state.hasDeveloperTools ? [{ role: 'toggleDevTools' } satisfies MenuItem] : []),
      { role: 'togglefullscreen' },
    ],
  };
}

function goMenu(state: MenuState, acts: MenuActs): MenuItem {
  return {
    label: '&Go',
    submenu: state.offer.screens.map(({ path, title }, i) => ({
      id: `go${path.replaceAll('/', '-')}`,
      // A single ampersand would mark the next letter as the item's access key.
      label: title.replaceAll('&', '&&'),
      ...(i < 9 && { accelerator: `CmdOrCtrl+${i + 1}` }),
      click: () => acts.go(path),
    })),
  };
}

function helpMenu(state: MenuState, acts: MenuActs): MenuItem {
  return {
    label: '&Help',
    submenu: [
      itemOf('docs', { enabled: state.hasApi, click: acts.openDocs }),
      LINE,
      itemOf('copy-diagnostics', { click: acts.copyDiagnostics }),
      itemOf('show-logs', { click: acts.showLogs }),
      ...(state.isMac ? [] : [LINE, itemOf('about', { click: acts.about })]),
    ],
  };
}

type MenuFacts = Pick<MenuState, 'isMac' | 'hasDeveloperTools' | 'hasDownload' | 'hasApi'>;

/** Collects the state that the menus depend on, and rebuilds the menu bar only when that state changes. */
export function keepMenus(
  settings: Pick<KeptSettings, 'value'>,
  facts: () => MenuFacts,
  show: (state: MenuState) => void,
) {
  let offer: MenuOffer = { screens: [], actions: [] };
  let shown: string | undefined;

  function refresh(): void {
    const { theme, hasTray, tellsNews } = settings.value();
    const state: MenuState = { ...facts(), offer, theme, hasTray, tellsNews };
    const text = JSON.stringify(state);
    if (text === shown) return;
    shown = text;
    show(state);
  }

  return {
    /** Sets the screens and actions that the page offers. */
    offer(offered: MenuOffer): void {
      offer = offered;
      refresh();
    },
    /** Rebuilds the menus if their state changed. */
    refresh,
  };
}

type TrayState = {
  service: RunState;
  /** Address of the API for other tools; undefined while the service does not listen. */
  baseUrl: string | undefined;
};
type TrayActs = { open(): void; copyBaseUrl(): void; restart(): void; quit(): void };

/** @returns the menu of the tray icon: state and address of the service, and items to open and quit. */
export function trayTemplate({ service, baseUrl }: TrayState, acts: TrayActs): MenuItem[] {
  return [
    { id: 'tray-state', label: serviceText(service), enabled: false },
    ...(baseUrl === undefined
      ? []
      : [{ id: 'tray-url', label: `Copy ${baseUrl}`, click: acts.copyBaseUrl } satisfies MenuItem]),
    ...(service === 'stopped'
      ? [{ id: 'tray-restart', label: 'Restart the data service', click: acts.restart } satisfies MenuItem]
      : []),
    { type: 'separator' },
    { id: 'tray-open', label: 'Open Almanac', click: acts.open },
    { id: 'tray-quit', label: 'Quit', click: acts.quit },
  ];
}

/** @returns the state of the service in a few words. */
export const serviceText = (service: RunState): string => `Data service: ${service}`;

/** The app's mark, 32 by 32 pixels, in a grey that is visible on light and dark bars. */
export const TRAY_ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAQAAADZc7J/AAABAklEQVR42q2VcRWEIAzG18AIRjCCEYxghIvAGhiBCEa4CEQgAhE8QAT02D1g9/aH7ynf77lvYwOEEBNK1HhUhLYnp0t3PgbcqqR5bFYVAAOqZrkL5RAOsHXJz78Al/vBiAmsIRyAhErnyYpAo8D4Aq7pTStgDvXvBLxi03UBJF5tp3oA6uw8G3v+HqrNG4Nc3L9QgNVnqr/MW54ngWrRW7bJPFMDeMcr7hCybB4NSGYlSME8CmDiqFi9DylE2a0nYAnH51vuBfPKgEswRrMkZV4JUDZL25oYukNywE+z6gGi7X7mgN1aJ1pHCrDmkQewRxp7qLLHOnux/GG1sZcra71/ALPiW5XyyoJEAAAAAElFTkSuQmCC';
