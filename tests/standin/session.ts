import { EventEmitter } from 'node:events';
import type { Engine } from './engine.ts';
import { guarded } from './guarded.ts';
import { applyPermissions } from './permissions.ts';
import type { SchemeHandler } from './scheme-server.ts';
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
type ProtocolPart = Pick<
  Electron.Protocol,
  'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'
>;

export class SessionDouble extends EventEmitter implements Part {
  readonly protocol: ProtocolPart;
  readonly webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>;
  readonly setProxy: Part['setProxy'];
  readonly #engine: Engine;
  #request: Parameters<Part['setPermissionRequestHandler']>[0] = null;
  #check: Parameters<Part['setPermissionCheckHandler']>[0] = null;
  /** Only recorded: pages of the double have no devices or screens to ask for. */
  deviceHandler: unknown;
  displayMediaHandler: unknown;

  constructor(engine: Engine, protocol: ProtocolPart) {
    super();
    this.#engine = engine;
    this.protocol = protocol;
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

export function createProtocol(engine: Engine): ProtocolPart {
  let isRegistered = false;
  const { handlers } = engine.schemes;
  const protocol: ProtocolPart = {
    registerSchemesAsPrivileged(schemes) {
      if (engine.isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      // In Electron a second call silently replaces the first, which is always a mistake.
      if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged is called a second time');
      if (schemes.some(({ scheme }) => !/^[a-z][a-z0-9+.-]*$/.test(scheme)))
        throw new TypeError('A scheme has an impossible name');
      isRegistered = true;
    },
    handle(scheme, handler) {
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler as unknown as SchemeHandler);
    },
    unhandle(scheme) {
      if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
    },
    isProtocolHandled: (scheme) => handlers.has(scheme),
  };
  return guarded(protocol, 'protocol');
}
