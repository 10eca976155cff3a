/// <reference types="electron" />
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { type Flags, StandinEvent } from './engine.ts';
import { createInstanceLock, type InstanceLock } from './instance-lock.ts';

/** The part of `app` that Almanac uses. tsc compares it with Electron's own types. */
type Part = Pick<
  Electron.App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'setName'
  | 'getPath'
  | 'setPath'
  | 'isPackaged'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'setAppUserModelId'
  | 'getAppMetrics'
>;

/** Functions that `app` needs from the other parts of the double. */
export type AppWays = {
  /** Asks every window to close. @returns whether all have closed. */
  closeWindows(): Promise<boolean>;
  destroyWindows(): void;
  /** Ends everything that the double started. */
  tearDown(): Promise<void>;
  metrics(): Electron.ProcessMetric[];
};

export class AppDouble extends EventEmitter implements Part {
  readonly isPackaged = false;
  readonly name = '';
  ways: AppWays | undefined;
  readonly #switches: Map<string, string>;
  readonly #paths = new Map<string, string>();
  readonly #ready: Promise<void>;
  readonly #lock: InstanceLock;
  #becomeReady: () => void = () => undefined;
  #isReady = false;
  #isQuitting = false;
  #isOver = false;

  constructor(flags: Flags, userData: string) {
    super();
    this.#switches = new Map(flags.switches);
    this.#paths.set('userData', userData);
    this.#ready = new Promise((resolve) => {
      this.#becomeReady = resolve;
    });
    this.#lock = createInstanceLock(
      () => this.getPath('userData'),
      (visit) =>
        this.emit(
          'second-instance',
          new StandinEvent(),
          visit.argv,
          visit.workingDirectory,
          visit.additionalData,
        ),
    );
  }

  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch'> = {
    appendSwitch: (name, value = '') => void this.#switches.set(name, value),
    hasSwitch: (name) => this.#switches.has(name),
  };

  /** The boot calls this once the main module has been evaluated. */
  becomeReady(): void {
    this.#isReady = true;
    this.emit('will-finish-launching');
    this.emit('ready', new StandinEvent(), {});
    this.#becomeReady();
  }
  whenReady = (): Promise<void> => this.#ready;
  isReady = (): boolean => this.#isReady;

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return this.#lock.request({
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData: additionalData ?? null,
    });
  }
  hasSingleInstanceLock = (): boolean => this.#lock.isHeld();

  /**
   * Emits before-quit, closes the windows, emits will-quit and quit. A listener can prevent all but the last.
   */
  quit(): void {
    if (this.#isQuitting || this.#isOver) return;
    if (this.#emitPrevented('before-quit')) return;
    this.#isQuitting = true;
    void (this.ways?.closeWindows() ?? Promise.resolve(true)).then((areClosed) => {
      this.#isQuitting = false;
      if (!areClosed || this.#emitPrevented('will-quit')) return;
      void this.#end(0);
    });
  }

  /** Whether the last window was closed because the app is quitting, which then continues by itself. */
  get isQuitting(): boolean {
    return this.#isQuitting || this.#isOver;
  }

  exit(exitCode = 0): void {
    this.ways?.destroyWindows();
    void this.#end(exitCode);
  }

  async #end(exitCode: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.emit('quit', new StandinEvent(), exitCode);
    await this.#lock.delivered();
    this.#lock.release();
    await this.ways?.tearDown();
    process.exit(exitCode);
  }

  #emitPrevented(name: string): boolean {
    const event = new StandinEvent();
    this.emit(name, event);
    return event.defaultPrevented;
  }

  setName = (): void => undefined;

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    const beside = path.join(this.getPath('userData'), name);
    switch (name) {
      case 'home':
        return homedir();
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      default:
        // Tests must not touch the folders of the person who runs them.
        mkdirSync(beside, { recursive: true });
        return beside;
    }
  }
  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    this.#paths.set(name, folder);
  }

  setAsDefaultProtocolClient = (): boolean => true;
  setAboutPanelOptions = (): void => undefined;
  showAboutPanel = (): void => undefined;
  setAppUserModelId = (): void => undefined;
  getAppMetrics = (): Electron.ProcessMetric[] => this.ways?.metrics() ?? [];
}
