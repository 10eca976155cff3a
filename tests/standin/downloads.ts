import { EventEmitter } from 'node:events';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Message } from './cdp.ts';
import { dialog } from './dialog.ts';
import type { Engine } from './engine.ts';
import { StandinEvent } from './events.ts';
import { guarded } from './guarded.ts';

type Part = Pick<
  Electron.DownloadItem,
  | 'setSavePath'
  | 'getSavePath'
  | 'setSaveDialogOptions'
  | 'getSaveDialogOptions'
  | 'getFilename'
  | 'getURL'
  | 'getReceivedBytes'
  | 'getTotalBytes'
  | 'getState'
  | 'cancel'
  | 'isPaused'
>;

class DownloadItemDouble extends EventEmitter implements Part {
  state: ReturnType<Part['getState']> = 'progressing';
  received = 0;
  total = 0;
  readonly #told: Message;
  readonly #cancel: () => void;
  #savePath = '';
  #dialogOptions: Electron.SaveDialogOptions = {};

  constructor(told: Message, cancel: () => void) {
    super();
    this.#told = told;
    this.#cancel = cancel;
  }
  setSavePath = (file: string): void => {
    this.#savePath = file;
  };
  getSavePath = (): string => this.#savePath;
  setSaveDialogOptions = (options: Electron.SaveDialogOptions): void => {
    this.#dialogOptions = options;
  };
  getSaveDialogOptions = (): Electron.SaveDialogOptions => this.#dialogOptions;
  getFilename = (): string => this.#told.suggestedFilename;
  getURL = (): string => this.#told.url;
  getReceivedBytes = (): number => this.received;
  getTotalBytes = (): number => this.total;
  getState = (): ReturnType<Part['getState']> => this.state;
  isPaused = (): boolean => false;
  cancel = (): void => this.#cancel();
}

/**
 * Emits `will-download` for Chromium's downloads. The file is saved in a folder of the double first, then moved to the path from
 * the app (`setSavePath`) or from the save dialog, which a test must replace, like every dialog of the double.
 */
export async function keepDownloads(engine: Engine, folder: string, session: EventEmitter): Promise<void> {
  const { devtools } = engine.chromium;
  const items = new Map<string, { item: DownloadItemDouble; place: Promise<string | undefined> }>();
  mkdirSync(folder, { recursive: true });

  devtools.on('Browser.downloadWillBegin', (told) => {
    const cancel = (): void => void devtools.send('Browser.cancelDownload', { guid: told.guid });
    const item = guarded(new DownloadItemDouble(told, cancel), 'DownloadItem');
    const event = new StandinEvent();
    session.emit('will-download', event, item, null);
    if (event.defaultPrevented) cancel();
    items.set(told.guid, {
      item,
      place: event.defaultPrevented ? Promise.resolve(undefined) : placeOf(item),
    });
  });
  devtools.on('Browser.downloadProgress', ({ guid, receivedBytes, totalBytes, state }) => {
    const known = items.get(guid);
    if (!known) return;
    known.item.received = receivedBytes;
    known.item.total = totalBytes;
    if (state === 'inProgress') known.item.emit('updated', new StandinEvent(), 'progressing');
    else void finish(guid, state === 'completed');
  });
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  });

  async function finish(guid: string, isWhole: boolean): Promise<void> {
    const known = items.get(guid);
    items.delete(guid);
    if (!known) return;
    const { item, place } = known;
    const target = await place;
    const file = path.join(folder, guid);
    if (isWhole && target !== undefined) copyFileSync(file, target);
    rmSync(file, { force: true });
    item.state = target === undefined || !isWhole ? 'cancelled' : 'completed';
    item.emit('done', new StandinEvent(), item.state);
  }

  async function placeOf(item: DownloadItemDouble): Promise<string | undefined> {
    if (item.getSavePath() !== '') return item.getSavePath();
    const answer = await dialog.showSaveDialog(item.getSaveDialogOptions());
    if (answer.canceled || answer.filePath === '') return undefined;
    item.setSavePath(answer.filePath);
    return answer.filePath;
  }
}
