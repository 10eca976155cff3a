import { EventEmitter } from 'node:events';
import type { Message } from './cdp.ts';
import { type Engine, StandinEvent } from './engine.ts';
import {
  type FrameTree,
  followFrames,
  guardNavigation,
  type WebFrame,
  watchWindowOpen,
} from './navigation.ts';
import { installPreload } from './preload.ts';

type Part = Pick<
  Electron.WebContents,
  | 'id'
  | 'loadURL'
  | 'reload'
  | 'getURL'
  | 'isDestroyed'
  | 'isCrashed'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'close'
  | 'setWindowOpenHandler'
  | 'toggleDevTools'
  | 'setWebRTCIPHandlingPolicy'
  | 'getWebRTCIPHandlingPolicy'
  | 'setZoomLevel'
  | 'getZoomLevel'
>;

/** Chromium's codes of a load that was replaced by another, and of any other failed load. */
const REPLACED = -3;
const FAILED = -2;

type WindowOpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/** A page of Chromium for the main process. */
export class WebContentsDouble extends EventEmitter implements Part {
  static #lastId = 0;
  static readonly all = new Map<number, WebContentsDouble>();

  readonly id = ++WebContentsDouble.#lastId;
  readonly #engine: Engine;
  readonly #attached: Promise<void>;
  #becomeAttached: () => void = () => undefined;
  targetId: string | undefined;
  #sessionId = '';
  #frames: FrameTree | undefined;
  #openHandler: WindowOpenHandler | undefined;
  #isDestroyed = false;
  #isCrashed = false;
  #zoom = 0;
  /** Only recorded, because Chromium takes this setting only at its start. */
  #webRtcPolicy = 'default';

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.#attached = new Promise((resolve) => {
      this.#becomeAttached = resolve;
    });
    WebContentsDouble.all.set(this.id, this);
  }

  async attach(targetId: string, sessionId: string, preload: string | undefined): Promise<void> {
    const { devtools } = this.#engine.chromium;
    this.targetId = targetId;
    this.#sessionId = sessionId;
    const hear = (name: string, listener: (params: Message) => void): void =>
      void devtools.on(name, listener, sessionId);
    this.#frames = followFrames(this.#engine, sessionId);
    hear('Page.frameStartedLoading', ({ frameId }) =>
      this.#inMainFrame(frameId, () => {
        this.#isCrashed = false;
      }),
    );
    hear('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      // If a load failed, Chromium shows its own error page.
      if (frame.unreachableUrl === undefined)
        this.emit('did-navigate', new StandinEvent(), this.getURL(), 200, 'OK');
      else this.emit('did-fail-load', new StandinEvent(), FAILED, 'ERR_FAILED', frame.unreachableUrl, true);
    });
    hear('Page.navigatedWithinDocument', ({ frameId, url }) =>
      this.emit('did-navigate-in-page', new StandinEvent(), url, frameId === this.mainFrame?.id),
    );
    hear('Page.domContentEventFired', () => this.emit('dom-ready', new StandinEvent()));
    hear('Page.loadEventFired', () => this.emit('did-finish-load', new StandinEvent()));
    hear('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstPaint') this.#inMainFrame(frameId, () => this.emit('stand-in:first-paint'));
    });
    hear('Inspector.targetCrashed', () => {
      this.#isCrashed = true;
      this.emit('render-process-gone', new StandinEvent(), { reason: 'crashed', exitCode: 139 });
    });
    const send = (method: string, params: Message = {}): Promise<Message> =>
      devtools.send(method, params, sessionId);
    await installPreload(this.#engine, sessionId, preload, (frameId) => ({
      sender: this,
      frame: this.#frames?.find(frameId) ?? null,
    }));
    await Promise.all([
      send('Page.enable'),
      send('Page.setLifecycleEventsEnabled', { enabled: true }),
      send('Runtime.enable'),
      send('Inspector.enable'),
      watchWindowOpen(this.#engine, sessionId, (...wish) => void this.judgeWindow(...wish)),
      guardNavigation(this.#engine, sessionId, this.#frames, (name, ...args) => this.emit(name, ...args)),
    ]);
    await send('Runtime.runIfWaitingForDebugger');
    this.#becomeAttached();
  }

  #inMainFrame(frameId: string, act: () => void): void {
    if (frameId === this.mainFrame?.id || this.mainFrame === null) act();
  }
  /** Calls the handler for new windows. The double never opens one, whatever the handler answers. */
  judgeWindow(url: string, frameName: string, features: string): void {
    const answer = this.#openHandler?.({
      url,
      frameName,
      features,
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'no-referrer' },
    });
    if (answer?.action !== 'deny') console.error('The stand-in opens no windows for pages; it is denied.');
  }

  get mainFrame(): WebFrame | null {
    return this.#frames?.main() ?? null;
  }
  get sessionId(): string {
    return this.#sessionId;
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const answer = await this.#send('Page.navigate', { url });
    if (answer.errorText === undefined) return loaded;
    const code = String(answer.errorText).replace('net::', '');
    const errno = code === 'ERR_ABORTED' ? REPLACED : FAILED;
    // For other failures Chromium shows an error page, which is reported above.
    if (errno === REPLACED) this.emit('did-fail-load', new StandinEvent(), errno, code, url, true);
    throw Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { code, errno, url });
  }

  #send(method: string, params: Message = {}): Promise<Message> {
    return this.#engine.chromium.devtools.send(method, params, this.#sessionId);
  }

  reload(): void {
    // The page may be closed by then.
    void this.#attached.then(() => this.#send('Page.reload')).catch(() => undefined);
  }
  getURL = (): string => this.mainFrame?.url ?? '';
  isDestroyed = (): boolean => this.#isDestroyed;
  isCrashed = (): boolean => this.#isCrashed;

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.#attached;
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression: code,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error('Script failed to execute, this normally means an error was thrown.');
    return result.value;
  }

  forcefullyCrashRenderer(): void {
    // No answer comes, because the page is gone.
    void this.#send('Page.crash').catch(() => undefined);
  }

  close(): void {
    this.emit('stand-in:close');
  }
  /** The window calls this after it was closed. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    WebContentsDouble.all.delete(this.id);
    this.emit('destroyed', new StandinEvent());
    if (this.targetId === undefined) return;
    const { devtools } = this.#engine.chromium;
    devtools.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined);
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }
  toggleDevTools = (): void => undefined;
  setWebRTCIPHandlingPolicy: Part['setWebRTCIPHandlingPolicy'] = (policy) => {
    this.#webRtcPolicy = policy;
  };
  getWebRTCIPHandlingPolicy = (): string => this.#webRtcPolicy;
  setZoomLevel = (level: number): void => {
    this.#zoom = level;
  };
  getZoomLevel = (): number => this.#zoom;
}
