import type { SavedItem } from '../../../service/contract/saved.ts';

export const AT = '2026-11-20T14:02:00.000Z';
export const FROZEN = { as_of: AT, sha256: 'a'.repeat(64), rows: 293 };
/** A saved view of a chart. */
export function view(
  change: Partial<Extract<SavedItem, { kind: 'view' }>> = {},
): Extract<SavedItem, { kind: 'view' }> {
  return {
    ...{ kind: 'view', id: 'claims2019', name: 'Claims', note: '', folder: '', revision: 3 },
    content: { address: '/explore?series=jolts.quits_rate_sa&range=5Y', frozen: null },
    ...{ created_at: AT, changed_at: AT, deleted_at: null },
    ...change,
  };
}
