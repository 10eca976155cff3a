import { API_PREFIX } from '../../service/contract/names.ts';
import { readCopy } from './preferences-copy.ts';
import { actionPath } from './served-by.ts';
import { fetchSignedIn } from './session.ts';

/**
 * What every start asks first, sent by the document's first script while the browser still reads the others. It loads nothing else, so
 * that it runs early.
 */
const CATALOG = `${API_PREFIX}/catalog`;
/** An answer that nobody has taken by then, milliseconds after the start of the page, may be old. */
const FRESH_MS = 5_000;

const begun = new Map<string, Promise<Response>>();

export function beginFirstRequests(): void {
  const init = { cache: 'no-cache' } as const;
  // The catalogue is public: it need not wait until this tab is signed in.
  begun.set(CATALOG, fetch(CATALOG, init));
  const state = actionPath('state');
  begun.set(state, fetchSignedIn(state, init));
  const copy = readCopy();
  for (const path of pathsOfOverview(copy)) begun.set(path, fetchSignedIn(path, init));
  const preferences = actionPath('preferences');
  // They say which screen is the first, and what Overview has to load; with a copy of them other pictures need not wait.
  if (/^\/(overview)?$/.test(location.pathname) || copy === undefined)
    begun.set(preferences, fetchSignedIn(preferences, init));
  // Whoever takes an answer sees its failure.
  for (const answer of begun.values()) answer.catch(() => undefined);
}

/** @returns the answer to one of those requests, to the first who asks. */
export function takeBegun(path: string): Promise<Response> | undefined {
  const answer = begun.get(path);
  begun.delete(path);
  return performance.now() < FRESH_MS ? answer : undefined;
}

/**
 * @param copy the preferences as this origin knew them last
 * @returns what Overview will ask for, where the page opens with it. What changed since a run is left out while the run is not known.
 */
function pathsOfOverview(copy: Readonly<Record<string, unknown>> | undefined): string[] {
  const { pathname, search } = location;
  const isFirst = pathname === '/' && (copy?.start_screen ?? 'overview') === 'overview';
  if (pathname !== '/overview' && !isFirst) return [];
  const { run = 0 } = (copy?.read_until ?? {}) as { run?: unknown };
  const isKnown = copy !== undefined && !new URLSearchParams(search).has('since');
  return [
    ...(isKnown ? [`${actionPath('changes')}?since_run=${run}&since=&dataset=&rows=`] : []),
    actionPath('headlines'),
    `${actionPath('calendar')}?days=14`,
  ];
}
