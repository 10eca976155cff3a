import type { CreatedKey } from '../../service/contract/access.ts';
import { assertNever } from '../../service/contract/failure.ts';

/** @returns where a new key can be copied from again, in a sentence; `isKept` is false where this is the only time it is shown. */
export function keptText({ kept, message }: Pick<CreatedKey, 'kept' | 'message'>): {
  text: string;
  isKept: boolean;
} {
  switch (kept) {
    case 'keychain':
      return {
        isKept: true,
        text: 'It is kept in this computer’s keychain: you can copy it again from its row.',
      };
    case 'file':
      return {
        isKept: true,
        text: 'It is kept in the passphrase-protected file: you can copy it again from its row while the file is open.',
      };
    case 'session':
      return {
        isKept: true,
        text: `Its readable copy is kept in memory only, until Almanac ends: copy it now to where it is used. ${message ?? ''}`.trim(),
      };
    case null:
      return {
        isKept: false,
        text: `This is the only time that it is shown: it could not be kept. ${message ?? ''}`.trim(),
      };
    default:
      return assertNever(kept);
  }
}
