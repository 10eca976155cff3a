import { randomBytes } from 'node:crypto';
import path from 'node:path';

/** Files that the person chose in a dialog of the system. The page never gets a path, only a grant that is good for one read. */
export type ChosenFiles = {
  grant(file: string): { grant: string; name: string };
  /** @returns the file, once; undefined for a grant that is used or invented. */
  redeem(grant: string): { path: string; name: string } | undefined;
};

const KEPT = 8;

export function createChosenFiles(): ChosenFiles {
  const open = new Map<string, string>();
  return {
    grant(file) {
      const grant = randomBytes(24).toString('base64url');
      open.set(grant, file);
      for (const old of [...open.keys()].slice(0, -KEPT)) open.delete(old);
      return { grant, name: path.basename(file) };
    },
    redeem(grant) {
      const file = open.get(grant);
      open.delete(grant);
      return file === undefined ? undefined : { path: file, name: path.basename(file) };
    },
  };
}

/** The dialog of an import. It offers all files too, because a file is recognised by its content. */
export const IMPORT_DIALOG = {
  title: 'Import a file',
  buttonLabel: 'Look at it',
  properties: ['openFile' as const],
  filters: [
    { name: 'Publishers’ files', extensions: ['csv', 'json', 'xml', 'xlsx', 'zip', 'txt'] },
    { name: 'All files', extensions: ['*'] },
  ],
};
