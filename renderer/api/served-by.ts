import { ACTION_PREFIX } from '../../service/contract/names.ts';

/**
 * Who serves this page: the service on one's own computer, or a node of a team, which marks the document. The document's first script loads
 * this file. What a page may do is not decided by it but by the service's capabilities (`capabilities.ts`); the mark decides what must be
 * known before the first answer.
 */

/** @returns whether a node of a team serves the page, to somebody who has no app. */
export const isTeamPage = (): boolean => globalThis.document?.documentElement.dataset.servedBy === 'team';

/** @returns how people sign in here: with a key of a team, or by the address that Almanac prints. */
export const signInKind = (): 'key' | 'address' => (isTeamPage() ? 'key' : 'address');

/** @returns the path of an action of the table of endpoints. */
export const actionPath = (name: string): string => `${ACTION_PREFIX}/${name}`;
