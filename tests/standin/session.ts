import { EventEmitter } from 'node:events';
import { type Engine, guarded } from './engine.ts';
import { WebContentsDouble } from './web-contents.ts';

type Part = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setProxy'
>;

export class SessionDouble extends EventEmitter implements Part {
  readonly webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>;
  readonly setProxy: Part['setProxy'];
  readonly #engine: Engine;
  #request: Parameters<Part['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<Part['setPermissionCheckHandler']>[0] = null;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.webRequest = guarded(engine.network.webRequest, 'webRequest');
    this.setProxy = engine.network.setProxy;
  }
  /** Applies the handlers to every document loaded from now on. */
  watch(contents: WebContentsDouble): void {
    contents.on('did-navigate', () => this.#apply(contents));
  }
  #apply(contents: WebContentsDouble): void {
    const handlers = { request: this.#request, check: this.#check };
    void applyPermissions(this.#engine, handlers, contents);
  }
  #applyAll(): void {
    for (const contents of WebContentsDouble.all.values()) this.#apply(contents);
  }
  setPermissionRequestHandler: Part['setPermissionRequestHandler'] = (handler) => {
    this.#request = handler;
    this.#applyAll();
  };
  setPermissionCheckHandler: Part['setPermissionCheckHandler'] = (handler) => {
    this.#check = handler;
    this.#applyAll();
  };
  /** Pages of the double have no devices or screens to ask for. */
  setDevicePermissionHandler = (): void => undefined;
  setDisplayMediaRequestHandler = (): void => undefined;
}

type Handlers = {
  request: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
  check: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
};

/** Electron's permission names by the names in Chromium's DevTools. */
const NAMES: Readonly<Record<string, string>> = {
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
  camera: 'media',
  microphone: 'media',
  'idle-detection': 'idle-detection',
  'storage-access': 'storage-access',
  'local-fonts': 'local-fonts',
};

/**
 * Chromium's DevTools do not report permission prompts. So this asks the app's handlers in advance for each
 * loaded document, and sets Chromium accordingly. Without a handler, permissions are granted as in Electron.
 */
async function applyPermissions(
  engine: Engine,
  handlers: Handlers,
  contents: WebContentsDouble,
): Promise<void> {
  const { devtools } = engine.chromium;
  const url = contents.getURL();
  if (!url.startsWith('http')) return;
  const { origin } = new URL(url);
  for (const [name, permission] of Object.entries(NAMES)) {
    const isGiven = isChecked(permission) && (await isGranted(permission));
    await devtools
      .send('Browser.setPermission', {
        permission: { name, ...(name.startsWith('clipboard') ? { allowWithoutSanitization: false } : {}) },
        setting: isGiven ? 'granted' : 'denied',
        origin,
      })
      // A Chromium that does not know a permission never grants it.
      .catch(() => undefined);
  }

  function isChecked(permission: string): boolean {
    if (!handlers.check) return true;
    const details = {
      isMainFrame: true,
      requestingUrl: url,
    } as Electron.PermissionCheckHandlerHandlerDetails;
    return handlers.check(contents as never, permission as never, url, details);
  }
  function isGranted(permission: string): Promise<boolean> {
    const { request } = handlers;
    if (!request) return Promise.resolve(true);
    return new Promise((resolve) => {
      request(contents as never, permission as never, resolve, {
        isMainFrame: true,
        requestingUrl: url,
      } as Electron.PermissionRequest);
    });
  }
}
