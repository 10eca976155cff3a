import { expect, test, vi } from 'vitest';
import {
  keepMenus,
  type MenuActs,
  type MenuItem,
  type MenuState,
  menuTemplate,
  TRAY_ICON,
  trayTemplate,
  USUAL_SETTINGS,
} from '../../electron/desktop/index.ts';

const BARE: MenuState = {
  isMac: false,
  hasDeveloperTools: false,
  offer: { screens: [], actions: [] },
  theme: 'auto',
  hasTray: false,
  tellsNews: false,
  hasDownload: false,
  hasApi: false,
};
const FULL: MenuState = {
  ...BARE,
  offer: {
    screens: [
      { path: '/overview', title: 'Overview' },
      { path: '/data', title: 'Data & more' },
    ],
    actions: ['find', 'export-data', 'export-image'],
  },
  hasDownload: true,
  hasApi: true,
};

const ACTS = [
  ...(['go', 'run', 'importFile', 'revealDownload', 'setTheme', 'setTray', 'setNews'] as const),
  ...(['openDocs', 'copyDiagnostics', 'showLogs', 'about'] as const),
];
const acts = () =>
  Object.fromEntries(ACTS.map((name) => [name, vi.fn()])) as Record<
    (typeof ACTS)[number],
    ReturnType<typeof vi.fn>
  >;

const flat = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
const all = (state: MenuState, given: MenuActs = acts() as unknown as MenuActs): MenuItem[] =>
  flat(menuTemplate(state, given));
const item = (items: readonly MenuItem[], id: string): MenuItem => {
  const found = items.find((each) => each.id === id);
  if (!found) throw new Error(`There is no menu item ${id}.`);
  return found;
};

test('each item does what its label says', () => {
  const given = acts();
  const items = all(FULL, given as unknown as MenuActs);
  const click = (id: string): void => item(items, id).click?.();
  for (const id of [
    ...['import', 'export-data', 'export-image', 'find', 'reveal-download', 'news', 'tray', 'theme-dark'],
    ...['go-data', 'docs', 'copy-diagnostics', 'show-logs', 'about'],
  ])
    click(id);
  expect(given.importFile).toHaveBeenCalledOnce();
  expect(given.run.mock.calls).toEqual([['export-data'], ['export-image'], ['find']]);
  expect(given.revealDownload).toHaveBeenCalledOnce();
  expect(given.setNews).toHaveBeenCalledWith(true);
  expect(given.setTray).toHaveBeenCalledWith(true);
  expect(given.setTheme).toHaveBeenCalledWith('dark');
  expect(given.go).toHaveBeenCalledWith('/data');
  for (const name of ['openDocs', 'copyDiagnostics', 'showLogs', 'about'] as const)
    expect(given[name]).toHaveBeenCalledOnce();
});

test('items that cannot be used now are dimmed, not removed', () => {
  const ids = ['export-data', 'export-image', 'find', 'reveal-download', 'docs'];
  expect(ids.map((id) => item(all(BARE), id).enabled)).toEqual(ids.map(() => false));
  expect(ids.map((id) => item(all(FULL), id).enabled)).toEqual(ids.map(() => true));
});

test('no two items have the same key or the same id', () => {
  for (const isMac of [true, false]) {
    const items = all({ ...FULL, isMac, hasDeveloperTools: true });
    const keys = items.flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    const ids = items.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(keys.every((key) => /^CmdOrCtrl\+(Shift\+)?[A-Z0-9]$/.test(key))).toBe(true);
  }
});

test('each item is where that system’s users look for it', () => {
  const roles = (state: MenuState): (string | undefined)[] => all(state).map(({ role }) => role);
  for (const role of [
    ...['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'resetZoom', 'zoomIn', 'zoomOut', 'reload'],
    ...['togglefullscreen', 'close', 'quit'],
  ])
    expect(roles(BARE)).toContain(role);
  expect(roles(BARE)).not.toContain('toggleDevTools');
  expect(roles({ ...BARE, hasDeveloperTools: true })).toContain('toggleDevTools');
  const mac = roles({ ...BARE, isMac: true });
  expect([mac.includes('appMenu'), mac.includes('windowMenu'), mac.includes('quit')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(item(all({ ...BARE, theme: 'light' }), 'theme-light').checked).toBe(true);
  expect(item(all(FULL), 'go-data')).toMatchObject({ label: 'Data && more', accelerator: 'CmdOrCtrl+2' });
});

test('the menu bar is rebuilt only when something in it has changed', () => {
  let settings = USUAL_SETTINGS;
  let hasDownload = false;
  const show = vi.fn<(state: MenuState) => void>();
  const facts = () => ({ isMac: false, hasDeveloperTools: false, hasDownload, hasApi: true });
  const menus = keepMenus({ value: () => settings }, facts, show);
  menus.refresh();
  menus.refresh();
  expect(show).toHaveBeenCalledTimes(1);
  menus.offer({ screens: [], actions: ['find'] });
  menus.offer({ screens: [], actions: ['find'] });
  expect(show).toHaveBeenCalledTimes(2);
  hasDownload = true;
  settings = { ...settings, theme: 'dark', view: '/data' };
  menus.refresh();
  expect(show).toHaveBeenLastCalledWith(
    expect.objectContaining({ theme: 'dark', hasDownload: true, offer: { screens: [], actions: ['find'] } }),
  );
});

test('the tray shows the state and the address of the service', () => {
  const given = { open: vi.fn(), copyBaseUrl: vi.fn(), restart: vi.fn(), quit: vi.fn() };
  const ready = trayTemplate({ service: 'running', baseUrl: 'http://127.0.0.1:4780' }, given);
  expect(item(ready, 'tray-url').label).toContain('http://127.0.0.1:4780');
  for (const id of ['tray-url', 'tray-open', 'tray-quit']) item(ready, id).click?.();
  expect([given.copyBaseUrl, given.open, given.quit].map((act) => act.mock.calls.length)).toEqual([1, 1, 1]);
  expect(ready.some(({ id }) => id === 'tray-restart')).toBe(false);
  expect(item(ready, 'tray-state').label).toBe('Data service: running');
  const failed = trayTemplate({ service: 'stopped', baseUrl: undefined }, given);
  expect(failed.some(({ id }) => id === 'tray-url')).toBe(false);
  item(failed, 'tray-restart').click?.();
  expect(given.restart).toHaveBeenCalledOnce();
  const bytes = Buffer.from(TRAY_ICON.split(',')[1] ?? '', 'base64');
  expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
    'PNG',
    32,
    32,
  ]);
});
