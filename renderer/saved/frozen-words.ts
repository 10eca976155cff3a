import type { FrozenCheck } from '../../service/contract/saved.ts';
import { changeWords } from '../../service/view/index.ts';

/** 'Same as saved', '4 of 1,305 revised, 12 new', 'Cannot be rebuilt: an older back-up was restored' */
export function frozenWords(check: FrozenCheck): string {
  if (check.state === 'lost') return 'Cannot be rebuilt: an older back-up was restored';
  return changeWords(check) || 'Same as saved';
}
