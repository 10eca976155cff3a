import { rm } from 'node:fs/promises';
import path from 'node:path';
import { TABLE_FORMATS } from '../../service/contract/table-formats.ts';
import { freeSidecarName } from '../../service/process/sidecar-name.ts';
import { writeWholeFile } from '../../service/process/whole-file.ts';

/** The part of Electron's DownloadItem that is used here. */
export type DownloadLike = {
  getFilename(): string;
  getURL(): string;
  getSavePath(): string;
  getReceivedBytes(): number;
  getTotalBytes(): number;
  setSaveDialogOptions(options: {
    title: string;
    defaultPath: string;
    filters: { name: string; extensions: string[] }[];
  }): void;
  once(
    event: 'done',
    listener: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void,
  ): unknown;
};

const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TABLE_FORMATS).map(([ending, { kind }]) => [ending, kind])),
  png: 'PNG image',
  svg: 'SVG image',
  zip: 'Archive',
};

export function createDownloads({
  folder,
  sidecarOf,
  showMessage,
  onComplete,
}: {
  /** The folder in which the save dialog opens. */
  folder: string;
  /** @returns the provenance to write beside a file that was fetched from this address; '' if it has none. */
  sidecarOf: (address: string) => Promise<string>;
  /** Shows the user a sentence about a download. */
  showMessage: (sentence: string) => void;
  onComplete: () => void;
}) {
  let newest: string | undefined;

  async function end(item: DownloadLike, state: 'completed' | 'cancelled' | 'interrupted'): Promise<void> {
    const file = item.getSavePath();
    // The user closed the dialog, so there was never a file.
    if (file === '') return;
    const total = item.getTotalBytes();
    if (state === 'completed' && (total <= 0 || item.getReceivedBytes() === total)) {
      newest = file;
      onComplete();
      await putBeside(file, item.getURL());
      return;
    }
    // Chromium writes under another name and renames at the end. The file under the final name is ours to
    // remove only after a completed download; otherwise it is an older file of the user.
    await rm(`${file}.crdownload`, { force: true });
    if (state === 'completed') await rm(file, { force: true });
    if (state !== 'cancelled')
      showMessage(`${path.basename(file)} could not be saved whole, so nothing was saved. Try again.`);
  }

  async function putBeside(file: string, address: string): Promise<void> {
    const name = path.basename(file);
    try {
      const sidecar = await sidecarOf(address);
      if (sidecar === '') return;
      const beside = await freeSidecarName(file);
      writeWholeFile(beside, sidecar, { mode: 0o666 });
      const written = path.basename(beside);
      if (written !== `${name}.json`)
        showMessage(
          `${name} is saved. ${name}.json is another file and was left as it is: its provenance is in ${written}.`,
        );
    } catch (error) {
      showMessage(
        `${name} is saved. Its provenance could not be written beside it: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  return {
    /** Asks with the system's dialog where to save, and saves the whole file there or nothing. */
    take(item: DownloadLike): void {
      const name = safeName(item.getFilename());
      item.setSaveDialogOptions({
        title: 'Save',
        defaultPath: path.join(folder, name),
        filters: filtersFor(name),
      });
      item.once('done', (_, state) => {
        end(item, state).catch((error: unknown) =>
          showMessage(
            `What is left of ${name} could not be removed: ${error instanceof Error ? error.message : error}`,
          ),
        );
      });
    },
    /** The path of the newest finished download. */
    newest: (): string | undefined => newest,
  };
}

/** @returns the name without folders, and without characters that a file system could refuse. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  const plain = last.replaceAll(/[<>:"|?*\u0000-\u001f\u007f]/g, '_').replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' ? 'download' : plain.slice(-180);
}

function filtersFor(name: string): { name: string; extensions: string[] }[] {
  const extension = path.extname(name).slice(1).toLowerCase();
  const kind = KINDS[extension];
  const all = { name: 'All files', extensions: ['*'] };
  return kind === undefined ? [all] : [{ name: kind, extensions: [extension] }, all];
}
