import type { MenuAction, MenuOffer, Theme } from '../../service/contract/desktop.ts';

/** The part of Electron's menu templates that is used; plain data but for `click`. */
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

/** Everything that the menus depend on. */
export type MenuState = {
  isMac: boolean;
  hasDeveloperTools: boolean;
  offer: MenuOffer;
  theme: Theme;
  hasTray: boolean;
  tellsNews: boolean;
  /** Whether a download is finished, so that its folder can be shown. */
  hasDownload: boolean;
  /** Whether the service listens, so that its documentation can be opened. */
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
const THEMES: readonly (readonly [Theme, string])[] = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** @returns the menu bar. Items that cannot be used now are dimmed, not left out, so that nothing moves. */
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
      { id: 'import', label: 'Import…', accelerator: 'CmdOrCtrl+O', click: acts.importFile },
      LINE,
      {
        id: 'export-data',
        label: 'Export data…',
        accelerator: 'CmdOrCtrl+E',
        enabled: canDo('export-data'),
        click: () => acts.run('export-data'),
      },
      {
        id: 'export-image',
        label: 'Save chart as image…',
        accelerator: 'CmdOrCtrl+Shift+S',
        enabled: canDo('export-image'),
        click: () => acts.run('export-image'),
      },
      {
        id: 'reveal-download',
        label: 'Show last download in its folder',
        enabled: state.hasDownload,
        click: acts.revealDownload,
      },
      LINE,
      {
        id: 'news',
        label: 'Notify of new data',
        type: 'checkbox',
        checked: state.tellsNews,
        click: () => acts.setNews(!state.tellsNews),
      },
      {
        id: 'tray',
        label: state.isMac ? 'Keep in the menu bar' : 'Keep in the tray when closed',
        type: 'checkbox',
        checked: state.hasTray,
        click: () => acts.setTray(!state.hasTray),
      },
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
      {
        id: 'find',
        label: 'Find a series…',
        accelerator: 'CmdOrCtrl+K',
        enabled: state.offer.actions.includes('find'),
        click: () => acts.run('find'),
      },
    ],
  };
}

function viewMenu(state: MenuState, acts: MenuActs): MenuItem {
  return {
    label: '&View',
    submenu: [
      {
        label: 'Appearance',
        submenu: THEMES.map(([theme, label]) => ({
          id: `theme-${theme}`,
          label,
          type: 'radio',
          checked: state.theme === theme,
          click: () => acts.setTheme(theme),
        })),
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
      // A single ampersand would mark the next letter as the key of the item.
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
      { id: 'docs', label: 'Documentation of the API', enabled: state.hasApi, click: acts.openDocs },
      LINE,
      { id: 'copy-diagnostics', label: 'Copy diagnostics', click: acts.copyDiagnostics },
      { id: 'show-logs', label: 'Show logs', click: acts.showLogs },
      ...(state.isMac ? [] : [LINE, { id: 'about', label: 'About Almanac', click: acts.about }]),
    ],
  };
}
