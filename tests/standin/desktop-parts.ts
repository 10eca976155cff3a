import { EventEmitter } from 'node:events';
import { type Engine, guarded } from './engine.ts';
import { WebContentsDouble } from './web-contents.ts';

/** Parts of the desktop that only answer or record. They never reach the real desktop. */

/** A test that opens something outside replaces the function here with its own. */
export const createShell = (): Pick<
  typeof Electron.shell,
  'openExternal' | 'openPath' | 'showItemInFolder'
> =>
  guarded(
    {
      openExternal: async () => undefined,
      openPath: async () => '',
      showItemInFolder: () => undefined,
    },
    'shell',
  );

export function createClipboard(): Pick<Electron.Clipboard, 'writeText' | 'readText'> {
  let text = '';
  const writeText = async (written: string): Promise<void> => {
    text = written;
  };
  return guarded({ writeText, readText: async () => text }, 'clipboard');
}

const notStubbed = (name: string) => (): never => {
  throw new Error(`dialog.${name} waits for a person; a test puts its own function in its place`);
};

/** Native dialogs. A test that opens one must replace the function here with one that answers. */
export const dialog = guarded(
  {
    showOpenDialog: notStubbed('showOpenDialog'),
    showSaveDialog: notStubbed('showSaveDialog'),
    showMessageBox: notStubbed('showMessageBox'),
  } as Pick<Electron.Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>,
  'dialog',
);

const DISPLAY = {
  id: 1,
  label: 'Stand-in',
  scaleFactor: 1,
  rotation: 0,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  size: { width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  workAreaSize: { width: 1920, height: 1040 },
} as Electron.Display;

class ScreenDouble
  extends EventEmitter
  implements Pick<Electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
{
  getAllDisplays = (): Electron.Display[] => [DISPLAY];
  getPrimaryDisplay = (): Electron.Display => DISPLAY;
}
export const createScreen = (): ScreenDouble => guarded(new ScreenDouble(), 'screen');

class NativeThemeDouble
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  readonly #engine: Engine;
  #source: Electron.NativeTheme['themeSource'] = 'system';
  readonly #applied = new WeakMap<WebContentsDouble, string>();
  /** The system's setting. A test may change it and emit 'updated'. */
  isSystemDark = false;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
  }
  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source: Electron.NativeTheme['themeSource']) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`'${source}' is no theme source`);
    const before = this.shouldUseDarkColors;
    this.#source = source;
    for (const contents of WebContentsDouble.all.values()) this.applyTo(contents);
    if (before !== this.shouldUseDarkColors) this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.isSystemDark : this.#source === 'dark';
  }

  applyTo(contents: WebContentsDouble): void {
    const { sessionId } = contents;
    if (sessionId === '') return;
    const value =
      this.#source === 'system' && !this.isSystemDark ? '' : this.shouldUseDarkColors ? 'dark' : 'light';
    // A colour scheme emulated by a test stays until the app sets one.
    if (value === (this.#applied.get(contents) ?? '')) return;
    this.#applied.set(contents, value);
    const features = [{ name: 'prefers-color-scheme', value }];
    // The page may already have been closed.
    this.#engine.chromium.devtools
      .send('Emulation.setEmulatedMedia', { features }, sessionId)
      .catch(() => undefined);
  }
}
export const createNativeTheme = (engine: Engine): NativeThemeDouble =>
  guarded(new NativeThemeDouble(engine), 'nativeTheme');

/** A test simulates sleep with `powerMonitor.emit('suspend')`, on the double and on Electron. */
export const createPowerMonitor = (): EventEmitter => guarded(new EventEmitter(), 'powerMonitor');

export class NotificationDouble
  extends EventEmitter
  implements Pick<Electron.Notification, 'title' | 'body' | 'show' | 'close'>
{
  static readonly shown: NotificationDouble[] = [];
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    NotificationDouble.shown.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}

export class TrayDouble
  extends EventEmitter
  implements
    Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'setContextMenu' | 'setImage' | 'destroy' | 'isDestroyed'>
{
  static readonly all: TrayDouble[] = [];
  menu: unknown = null;
  #isDestroyed = false;
  constructor(image: unknown) {
    super();
    if (image === undefined) throw new TypeError('A tray needs an image');
    TrayDouble.all.push(this);
  }
  setToolTip = (): void => undefined;
  setTitle = (): void => undefined;
  setImage = (): void => undefined;
  setContextMenu = (menu: Electron.Menu | null): void => {
    this.menu = menu;
  };
  destroy = (): void => {
    this.#isDestroyed = true;
  };
  isDestroyed = (): boolean => this.#isDestroyed;
}

export const nativeImage = guarded({ createFromDataURL: () => ({}) }, 'nativeImage');
