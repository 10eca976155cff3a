import { actionOf, type MenuItemId } from '../../service/contract/actions.ts';
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
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** @returns the item of an action, with the name and the key of the list of actions. */
function itemOf(id: MenuItemId, rest: Omit<MenuItem, 'id'>): MenuItem {
  const { menu = '', keys, menuKeys = keys?.[0] } = actionOf(id);
  return {
    id,
    label: menu,
    ...(menuKeys && { accelerator: menuKeys.join('+').replace('Ctrl', 'CmdOrCtrl') }),
    ...rest,
  };
}

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
      itemOf('docs', { enabled: state.hasApi, click: acts.openDocs }),
      LINE,
      itemOf('copy-diagnostics', { click: acts.copyDiagnostics }),
      itemOf('show-logs', { click: acts.showLogs }),
      ...(state.isMac ? [] : [LINE, itemOf('about', { click: acts.about })]),
    ],
  };
}
