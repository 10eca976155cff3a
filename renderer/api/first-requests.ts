import { API_PREFIX } from '../../service/contract/names.ts';
import { readCopy } from './preferences-copy.ts';
import { fetchSignedIn } from './session.ts';

/**
 * What every start asks first, sent by the document's first script while the browser still reads the others. It loads nothing else, so
 * that it runs early.
 */
const CATALOG = `${API_PREFIX}/catalog`;
const HOST_STATE = '/host/state';
const PREFERENCES = '/host/preferences';

const begun = new Map<string, Promise<Response>>();

export function beginFirstRequests(): void {
  const init = { cache: 'no-cache' } as const;
  // The catalogue is public: it need not wait until this tab is signed in.
  begun.set(CATALOG, fetch(CATALOG, init));
  begun.set(HOST_STATE, fetchSignedIn(HOST_STATE, init));
  // They say which screen is the first, and what Overview has to load; with a copy of them other pictures need not wait.
  if (/^\/(overview)?$/.test(location.pathname) || readCopy() === undefined)
    begun.set(PREFERENCES, fetchSignedIn(PREFERENCES, init));
  // Whoever takes an answer sees its failure.
  for (const answer of begun.values()) answer.catch(() => undefined);
}

/** @returns the answer to one of those requests, to the first who asks. */
export function takeBegun(path: string): Promise<Response> | undefined {
  const answer = begun.get(path);
  begun.delete(path);
  return answer;
}
