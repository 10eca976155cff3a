import type { BoardFields } from './types.ts';

/**
 * @param next what was changed while `sent` was being stored. @param after what is stored now, with what another window changed.
 * @returns `next`, but where it is still as it was sent, as it is stored
 */
export function rebased(next: BoardFields, sent: BoardFields, after: BoardFields): BoardFields {
  const [a, b, c] = [next.content, sent.content, after.content];
  return {
    name: next.name === sent.name ? after.name : next.name,
    content: {
      range: a.range === b.range ? c.range : a.range,
      recessions: a.recessions === b.recessions ? c.recessions : a.recessions,
      tiles: a.tiles === b.tiles ? c.tiles : a.tiles,
    },
  };
}
