import { EventEmitter } from 'node:events';
import type { Engine } from './engine.ts';
import { guarded } from './guarded.ts';
import { WebContentsDouble } from './web-contents.ts';

/** Parts of the desktop that only answer or record. Nothing here reaches the real desktop. */

type ShellPart = Pick<typeof Electron.shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'>;
type ClipboardPart = Pick<Electron.Clipboard, 'writeText' | 'readText' | 'clear'>;

export function createShell(): ShellPart & { recorded: string[][] } {
  const recorded: string[][] = [];
  const shell: ShellPart & { recorded: string[][] } = {
    recorded,
    openExternal: async (url) => void recorded.push(['openExternal', url]),
    async openPath(target) {
      recorded.push(['openPath', target]);
      return '';
    },
    showItemInFolder: (target) => void recorded.push(['showItemInFolder', target]),
    beep: () => void recorded.push(['beep']),
  };
  return guarded(shell, 'shell');
}

export function createClipboard(): ClipboardPart {
  let text = '';
  const clipboard: ClipboardPart = {
    async writeText(written) {
      text = written;
    },
    readText: async () => text,
    clear: () => {
      text = '';
    },
  };
  return guarded(clipboard, 'clipboard');
}

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
  implements Pick<Electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching'>
{
  getAllDisplays = (): Electron.Display[] => [DISPLAY];
  getPrimaryDisplay = (): Electron.Display => DISPLAY;
  getDisplayMatching = (): Electron.Display => DISPLAY;
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
  readonly shouldUseHighContrastColors = false;
  readonly prefersReducedTransparency = false;

  applyTo(contents: WebContentsDouble): void {
    const { sessionId } = contents;
    if (sessionId === '') return;
    const value =
      this.#source === 'system' && !this.isSystemDark ? '' : this.shouldUseDarkColors ? 'dark' : 'light';
    // A colour scheme emulated by a test stays until the app sets one.
    if (value === (this.#applied.get(contents) ?? '')) return;
    this.#applied.set(contents, value);
    const features = [{ name: 'prefers-color-scheme', value }];
    // The page may just have been closed.
    this.#engine.chromium.devtools
      .send('Emulation.setEmulatedMedia', { features }, sessionId)
      .catch(() => undefined);
  }
}
export const createNativeTheme = (engine: Engine): NativeThemeDouble =>
  guarded(new NativeThemeDouble(engine), 'nativeTheme');

class PowerMonitorDouble
  extends EventEmitter
  implements Pick<Electron.PowerMonitor, 'isOnBatteryPower' | 'getSystemIdleTime'>
{
  isOnBatteryPower = (): boolean => false;
  getSystemIdleTime = (): number => 0;
}
/** A test simulates sleep with `powerMonitor.emit('suspend')`, on the double and on Electron. */
export const createPowerMonitor = (): PowerMonitorDouble => guarded(new PowerMonitorDouble(), 'powerMonitor');

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

const image = guarded(
  { isEmpty: () => false, getSize: () => ({ width: 16, height: 16 }), setTemplateImage: () => undefined },
  'NativeImage',
);
export const nativeImage = guarded(
  {
    createFromDataURL: () => image,
    createFromPath: () => image,
    createFromBuffer: () => image,
    createEmpty: () => image,
  } as unknown as Pick<typeof Electron.nativeImage, 'createFromDataURL' | 'createFromPath' | 'createEmpty'>,
  'nativeImage',
);
