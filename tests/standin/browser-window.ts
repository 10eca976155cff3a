import { EventEmitter } from 'node:events';
import type { AppDouble } from './app.ts';
import { type Engine, guarded, needsReady, StandinEvent } from './engine.ts';
import { WebContentsDouble } from './web-contents.ts';

type Part = Pick<
  Electron.BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'restore'
  | 'minimize'
  | 'maximize'
  | 'unmaximize'
  | 'isVisible'
  | 'isFocused'
  | 'isDestroyed'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setBackgroundColor'
>;
type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

/** A window: a page of Chromium, with a frame that exists only in memory. */
export class BrowserWindowDouble extends EventEmitter implements Part {
  static engine: Engine | undefined;
  static app: AppDouble | undefined;
  /** Opens a page of Chromium for the window. */
  static open: ((window: BrowserWindowDouble) => Promise<void>) | undefined;
  static readonly #all: BrowserWindowDouble[] = [];
  static #focused: BrowserWindowDouble | null = null;
  static #lastId = 0;

  static getAllWindows = (): BrowserWindowDouble[] => [...BrowserWindowDouble.#all];
  static getFocusedWindow = (): BrowserWindowDouble | null => BrowserWindowDouble.#focused;
  static fromId = (id: number): BrowserWindowDouble | null =>
    BrowserWindowDouble.#all.find((window) => window.id === id) ?? null;
  static fromWebContents = (contents: unknown): BrowserWindowDouble | null =>
    BrowserWindowDouble.#all.find((window) => window.webContents === contents) ?? null;

  readonly id = ++BrowserWindowDouble.#lastId;
  /** The options given by the app, for tests of hardening on the double. */
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: WebContentsDouble;
  #bounds: Electron.Rectangle;
  #state: State = 'normal';
  #isVisible: boolean;
  #isDestroyed = false;
  readonly #opened: Promise<void>;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    const { engine, app, open } = BrowserWindowDouble;
    if (!engine || !app || !open) throw new Error('The stand-in is not set up');
    needsReady(engine, 'Cannot create BrowserWindow before app is ready');
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#isVisible = options.show ?? true;
    this.webContents = guarded(new WebContentsDouble(engine), 'webContents');
    BrowserWindowDouble.#all.push(this);
    this.webContents.once('stand-in:first-paint', () => this.emit('ready-to-show'));
    this.webContents.on('stand-in:close', () => this.close());
    const window = guarded(this, 'BrowserWindow');
    BrowserWindowDouble.#all[BrowserWindowDouble.#all.indexOf(this)] = window;
    app.emit('web-contents-created', new StandinEvent(), this.webContents);
    app.emit('browser-window-created', new StandinEvent(), window);
    this.#opened = open(this);
    this.#opened.catch((error: unknown) => console.error('The stand-in cannot open a page:', error));
    // biome-ignore lint/correctness/noConstructorReturn: callers get the guarded window only
    return window;
  }

  loadURL = async (url: string): Promise<void> => {
    await this.#opened;
    await this.webContents.loadURL(url);
  };

  show(): void {
    this.#isVisible = true;
    this.emit('show');
    this.focus();
  }
  hide(): void {
    this.#isVisible = false;
    this.emit('hide');
  }
  focus(): void {
    if (this.isFocused()) return;
    BrowserWindowDouble.#focused?.blur();
    BrowserWindowDouble.#focused = BrowserWindowDouble.fromId(this.id);
    this.emit('focus');
    BrowserWindowDouble.app?.emit('browser-window-focus', new StandinEvent(), this);
  }
  blur(): void {
    if (!this.isFocused()) return;
    BrowserWindowDouble.#focused = null;
    this.emit('blur');
  }

  /** Emits `close` first: a listener may keep the window open. */
  close(): void {
    if (this.#isDestroyed) return;
    const event = new StandinEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.blur();
    BrowserWindowDouble.#all.splice(
      BrowserWindowDouble.#all.findIndex((window) => window.id === this.id),
      1,
    );
    this.webContents.destroy();
    this.emit('closed');
    const { app } = BrowserWindowDouble;
    if (BrowserWindowDouble.#all.length > 0 || !app || app.isQuitting) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }

  #change(state: State, name: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.emit(name);
    this.emit('resize');
  }
  minimize = (): void => this.#change('minimized', 'minimize');
  maximize = (): void => {
    this.#isVisible = true;
    this.#change('maximized', 'maximize');
  };
  unmaximize = (): void => {
    if (this.#state === 'maximized') this.#change('normal', 'unmaximize');
  };
  restore = (): void => {
    if (this.#state === 'minimized') this.#change('normal', 'restore');
  };
  setFullScreen = (flag: boolean): void => {
    if (flag) this.#change('fullscreen', 'enter-full-screen');
    else if (this.#state === 'fullscreen') this.#change('normal', 'leave-full-screen');
  };
  isVisible = (): boolean => this.#isVisible && this.#state !== 'minimized';
  isFocused = (): boolean => BrowserWindowDouble.#focused?.id === this.id;
  isDestroyed = (): boolean => this.#isDestroyed;
  isMinimized = (): boolean => this.#state === 'minimized';
  isMaximized = (): boolean => this.#state === 'maximized';
  isFullScreen = (): boolean => this.#state === 'fullscreen';

  getNormalBounds = (): Electron.Rectangle => ({ ...this.#bounds });
  getBounds = (): Electron.Rectangle =>
    this.#state === 'maximized' ? { x: 0, y: 0, width: 1920, height: 1040 } : { ...this.#bounds };
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const { minWidth = 0, minHeight = 0 } = this.options;
    this.#bounds.width = Math.max(this.#bounds.width, minWidth);
    this.#bounds.height = Math.max(this.#bounds.height, minHeight);
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move');
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize');
  }
  setBackgroundColor = (): void => undefined;
}
