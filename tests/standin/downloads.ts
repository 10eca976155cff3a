import { EventEmitter } from 'node:events';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Message } from './cdp.ts';
import { dialog } from './desktop-parts.ts';
import { type Engine, guarded, StandinEvent } from './engine.ts';

type Part = Pick<
  Electron.DownloadItem,
  'getSavePath' | 'setSaveDialogOptions' | 'getFilename' | 'getURL' | 'getReceivedBytes' | 'getTotalBytes'
>;

class DownloadItemDouble extends EventEmitter implements Part {
  received = 0;
  total = 0;
  readonly #told: Message;
  #savePath = '';
  #dialogOptions: Electron.SaveDialogOptions = {};

  constructor(told: Message) {
    super();
    this.#told = told;
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
}

/**
 * Emits `will-download` for Chromium's downloads. Saves the file in a folder of the double, then moves it to
 * the path from the app (`setSavePath`) or from the save dialog, which a test must replace.
 */
export async function keepDownloads(engine: Engine, folder: string, session: EventEmitter): Promise<void> {
  const { devtools } = engine.chromium;
  const items = new Map<string, { item: DownloadItemDouble; place: Promise<string | undefined> }>();
  mkdirSync(folder, { recursive: true });

  devtools.on('Browser.downloadWillBegin', (told) => {
    const cancel = (): void => void devtools.send('Browser.cancelDownload', { guid: told.guid });
    const item = guarded(new DownloadItemDouble(told), 'DownloadItem');
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
    const state = target === undefined || !isWhole ? 'cancelled' : 'completed';
    item.emit('done', new StandinEvent(), state);
  }

  async function placeOf(item: DownloadItemDouble): Promise<string | undefined> {
    if (item.getSavePath() !== '') return item.getSavePath();
    const answer = await dialog.showSaveDialog(item.getSaveDialogOptions());
    if (answer.canceled || answer.filePath === '') return undefined;
    item.setSavePath(answer.filePath);
    return answer.filePath;
  }
}
