import type { FrozenCheck } from '../../service/contract/saved.ts';
import { changeWords } from '../../service/view/index.ts';

/** 'Same as saved', '4 of 1,305 revised, 12 new', 'Cannot be rebuilt: an older back-up was restored' */
export function frozenWords(check: FrozenCheck): string {
  if (check.state === 'lost') return 'Cannot be rebuilt: an older back-up was restored';
  return changeWords(check) || 'Same as saved';
}

/** Why the hash may be another one, in full. */
export const LOST =
  'The history that is recorded here gives another SHA-256 at that instant: an older back-up was restored, or it was frozen on another computer.';
