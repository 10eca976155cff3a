import { ACTION_PREFIX } from '../../service/contract/names.ts';

/**
 * Who serves this page: the service on one's own computer, or a node of a team, which marks the document. The document's first script loads
 * this file.
 */

/** @returns whether a node of a team serves the page, to somebody who has no app. It then shows nothing that is for one's own computer only. */
export const isTeamPage = (): boolean => globalThis.document?.documentElement.dataset.servedBy === 'team';

/** @returns the path of an action of the table of endpoints. */
export const actionPath = (name: string): string => `${ACTION_PREFIX}/${name}`;
