import { EventEmitter } from 'node:events';
import type { Engine } from './engine.ts';
import { guarded } from './guarded.ts';
import { applyPermissions } from './permissions.ts';
import { WebContentsDouble } from './web-contents.ts';

type Part = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'setProxy'
  | 'isPersistent'
>;

export class SessionDouble extends EventEmitter implements Part {
  readonly webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>;
  readonly setProxy: Part['setProxy'];
  readonly #engine: Engine;
  #request: Parameters<Part['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<Part['setPermissionCheckHandler']>[0] = null;
  /** Only recorded: pages of the double have no devices or screens to ask for. */
  deviceHandler: unknown;
  displayMediaHandler: unknown;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.webRequest = guarded(engine.network.webRequest, 'webRequest');
    this.setProxy = engine.network.setProxy;
  }
  /** Applies to every document that is loaded from now on. */
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
  setDevicePermissionHandler: Part['setDevicePermissionHandler'] = (handler) => {
    this.deviceHandler = handler;
  };
  setDisplayMediaRequestHandler: Part['setDisplayMediaRequestHandler'] = (handler) => {
    this.displayMediaHandler = handler;
  };
  setSpellCheckerEnabled = (): void => undefined;
  isPersistent = (): boolean => true;
}
