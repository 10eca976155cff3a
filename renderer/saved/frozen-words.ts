import type { FrozenCheck } from '../../service/contract/saved.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { changeWords } from '../../service/view/index.ts';

/**
 * 'Same as saved', '4 of 1,305 revised, 12 new', 'Cannot be rebuilt: an older back-up was restored'; of a list of members
 * '3 joined, 2 left, 480 of 504 reweighted'.
 */
export function frozenWords(check: FrozenCheck): string {
  if (check.state === 'lost') return 'Cannot be rebuilt: an older back-up was restored';
  return (check.lists ? memberWords(check, check.lists) : changeWords(check)) || 'Same as saved';
}

function memberWords(
  { added, gone, revised, total }: FrozenCheck,
  lists: NonNullable<FrozenCheck['lists']>,
): string {
  const others = revised - lists.reweighted;
  const counts: [number, string][] = [
    [added, 'joined'],
    [gone, 'left'],
    [lists.reweighted, `of ${groupDigits(String(total))} reweighted`],
    [others, 'with another name or sector'],
    [lists.added, lists.added === 1 ? 'new list' : 'new lists'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${groupDigits(String(count))} ${what}`)
    .join(', ');
}

/** Why the hash may be another one, in full. */
export const LOST =
  'The history that is recorded here gives another SHA-256 at that instant: an older back-up was restored, or it was frozen on another computer.';
