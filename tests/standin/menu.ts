import { EventEmitter } from 'node:events';
import type { AppDouble } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import { guarded } from './engine.ts';

type Template = Electron.MenuItemConstructorOptions;

/** Roles of menu items that the double supports, each with the effect of a click. */
const ROLES: Readonly<Record<string, (window: BrowserWindowDouble | null, app: AppDouble) => void>> = {
  quit: (_, app) => app.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  reload: (window) => window?.webContents.reload(),
  forcereload: (window) => window?.webContents.reload(),
  toggledevtools: (window) => window?.webContents.toggleDevTools(),
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
  resetzoom: (window) => window?.webContents.setZoomLevel(0),
  zoomin: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5),
  zoomout: (window) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5),
  about: (_, app) => app.showAboutPanel(),
};
/** Roles that the page or the system carries out. */
const QUIET = new Set(
  'undo redo cut copy paste pasteandmatchstyle delete selectall hide hideothers unhide zoom front window services appmenu filemenu editmenu viewmenu windowmenu help startspeaking stopspeaking'.split(
    ' ',
  ),
);
const TYPES = new Set(['normal', 'separator', 'submenu', 'checkbox', 'radio']);

let theApp: AppDouble | undefined;

class MenuItemDouble {
  static #lastCommand = 0;
  readonly commandId = ++MenuItemDouble.#lastCommand;
  readonly id: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: MenuDouble | undefined;
  readonly toolTip: string;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #click: Template['click'];

  constructor(template: Template) {
    const { role, submenu, label, accelerator } = template;
    const type = template.type ?? (submenu ? 'submenu' : 'normal');
    if (!TYPES.has(type)) throw new Error(`Unknown menu item type: ${type}`);
    if (type === 'submenu' && !submenu && role === undefined) throw new Error('Invalid submenu for MenuItem');
    const name = role?.toLowerCase();
    if (name !== undefined && !(name in ROLES) && !QUIET.has(name)) throw new Error(`Unknown role: ${role}`);
    if (type !== 'separator' && label === undefined && role === undefined)
      throw new Error('A menu item needs a label, a role, or the type separator');
    if (accelerator) checkAccelerator(String(accelerator));
    this.id = template.id ?? '';
    this.role = name;
    this.type = type;
    this.accelerator = accelerator ? String(accelerator) : undefined;
    this.submenu = Array.isArray(submenu)
      ? MenuDouble.buildFromTemplate(submenu)
      : (submenu as unknown as MenuDouble | undefined);
    this.toolTip = template.toolTip ?? '';
    this.label = label ?? role ?? '';
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.#click = template.click;
  }

  /** Clicks the item like a person: a disabled item does nothing. */
  click(): void {
    if (!this.enabled) return;
    const window = BrowserWindowDouble.getFocusedWindow() ?? BrowserWindowDouble.getAllWindows()[0] ?? null;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    if (this.role !== undefined && theApp) ROLES[this.role]?.(window, theApp);
    this.#click?.(this as never, window as never, {} as never);
  }
}

class MenuDouble extends EventEmitter {
  readonly items: MenuItemDouble[] = [];

  static #application: MenuDouble | null = null;
  static buildFromTemplate(template: readonly (Template | MenuItemDouble)[]): MenuDouble {
    if (!Array.isArray(template))
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    const menu = new MenuDouble();
    for (const item of template)
      menu.append(item instanceof MenuItemDouble ? item : new MenuItemDouble(item));
    return guarded(menu, 'Menu');
  }
  static setApplicationMenu(menu: MenuDouble | null): void {
    MenuDouble.#application = menu;
  }
  static getApplicationMenu = (): MenuDouble | null => MenuDouble.#application;

  append(item: MenuItemDouble): void {
    this.items.push(guarded(item, 'MenuItem'));
  }
  getMenuItemById(id: string): MenuItemDouble | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

/** `Menu` and `MenuItem`. Templates are checked more strictly than in Electron. */
export function createMenu(app: AppDouble) {
  theApp = app;
  return { Menu: guarded(MenuDouble, 'Menu'), MenuItem: MenuItemDouble };
}

const MODIFIERS = new Set([
  'command',
  'cmd',
  'control',
  'ctrl',
  'commandorcontrol',
  'cmdorctrl',
  'alt',
  'option',
  'altgr',
  'shift',
  'super',
  'meta',
]);
const KEYS =
  /^([a-z0-9]|f([1-9]|1\d|2[0-4])|plus|space|tab|capslock|numlock|scrolllock|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc|volumeup|volumedown|volumemute|printscreen|num\d|numdec|numadd|numsub|nummult|numdiv|[^a-z0-9\s])$/;

/** @throws Error if `text` is not an accelerator of Electron, such as 'CmdOrCtrl+Shift+E' */
export function checkAccelerator(text: string): void {
  const words = text.toLowerCase().split('+');
  const key = words.pop() ?? '';
  if (!KEYS.test(key) || words.some((word) => !MODIFIERS.has(word)))
    throw new Error(`'${text}' is no accelerator`);
}
