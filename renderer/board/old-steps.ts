import type { SavedItem } from '../../service/contract/saved.ts';
import type { BoardFields } from './types.ts';

/**
 * @param versions of the item, the newest first. @param revision that this window's first change was made to: what came later is among
 * the window's own steps already.
 * @returns what the board was at the revisions before it, the oldest first. A version that differs in its note or folder only is no step.
 */
export function oldSteps(versions: readonly SavedItem[], revision: number): BoardFields[] {
  const steps: BoardFields[] = [];
  let later: string | undefined;
  for (const one of versions) {
    if (one.kind !== 'board' || one.deleted_at !== null || one.revision > revision) continue;
    const fields = { name: one.name, content: one.content };
    const text = JSON.stringify(fields);
    if (one.revision < revision && text !== later) steps.unshift(fields);
    later = text;
  }
  return steps;
}
