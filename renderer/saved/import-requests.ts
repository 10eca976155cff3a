import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import type { FiledItem } from '../../service/contract/saved-file.ts';
import { freeName, newId } from '../api/index.ts';
import { changed } from './requests.ts';
import type { proofOf } from './saved-file.ts';

export type Proof = Awaited<ReturnType<typeof proofOf>>;
/** An item of the file, what its enclosed data prove, and the item of the same id that is here. */
export type Offered = { filed: FiledItem; proof: Proof; here: SavedItem | undefined };
export type WhereThere = 'copy' | 'replace';

/**
 * @returns what saves the items. Of those whose id is here already: copies with ids of their own, or in place of what is here.
 */
export function importRequests(
  offered: readonly Offered[],
  where: WhereThere,
  names: readonly string[],
): SaveItemRequest[] {
  const taken = [...names];
  return offered.map(({ filed: { item }, here }) => {
    const fields = changed(item, { is_deleted: false });
    // An item of another kind cannot take its place.
    if (here?.kind === item.kind && where === 'replace') return { ...fields, revision: here.revision };
    if (!here) return { ...fields, revision: 0 };
    const name = freeName(item.name, taken);
    taken.push(name);
    return { ...fields, name, id: newId(), revision: 0 };
  });
}
