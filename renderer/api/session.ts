import { ACTION_PREFIX, API_PREFIX } from '../../service/contract/names.ts';

/** What the document's first script needs, so that this file imports almost nothing: who serves the page, the session, the first requests. */

/**
 * @returns whether a node of a team, which marks the document, serves the page. What the page may do is decided by the service's
 * capabilities (`app-state.ts`), not by this.
 */
export const isTeamPage = (): boolean => globalThis.document?.documentElement.dataset.servedBy === 'team';

/** @returns how people sign in here: with a key of a team, or by the address that Almanac prints. */
export const signInKind = (): 'key' | 'address' => (isTeamPage() ? 'key' : 'address');

export const actionPath = (name: string): string => `${ACTION_PREFIX}/${name}`;

/**
 * Window and browser open the page with a one-time token in the URL's fragment, which is exchanged for a bearer. The service signs it with
 * a secret of this run of Almanac, so that a service that is started again within the run still knows it.
 *
 * The bearer is in `sessionStorage`: this tab and origin only, out of cookies, logs and referrers. A cookie would also be sent to every
 * other port of this machine. So a new tab of the same browser (a copied link, a ctrl-click, a bookmark) has none, and asks the open
 * tabs for theirs over a BroadcastChannel. Why that is safe:
 * - The browser delivers a channel's messages to pages of the same origin (scheme, host and port) and the same profile only.
 * - Only `127.0.0.1` takes part. `localhost` may mean two addresses, and another user's program may have our port on the other one: its
 *   page would then have our origin.
 * - Of our origin there is nothing but our own files. They run no foreign script and register no service worker, and nobody may
 *   frame them (`service/page/security-headers.ts`).
 * - A bearer ends with the run of Almanac. What a later program on the same port might ask of an old tab is worth nothing.
 * - Whoever can run a script in our origin could read `sessionStorage` and use the API as the user already.
 * The first tab that answers is taken. If its bearer is refused, others are asked once more. If no tab answers in time, the sign-in page
 * shows, which asks again whenever it asks for the state. A session ends when its last tab is closed, or with the run.
 *
 * A page of a team's node has a session of its own kind (`team.ts`), which is this tab's alone.
 */

export const bearerKey = 'almanac.bearer';
const CHANNEL = 'almanac.session';
const ASK = 'ask';
/** How long a tab without a bearer waits for the others. They answer in a few milliseconds, or after what they are busy with. */
const ANSWER_MS = 100;

let opening: Promise<unknown> = Promise.resolve();
let asking: Promise<string | undefined> | undefined;

/**
 * Takes the one-time token out of the address bar at once, before anything reads the address, and exchanges it. Call it once, at the
 * start. A used or expired token is no error here: the next request is refused, if no other tab is signed in.
 */
export function openSession(): void {
  if (isTeamPage()) return;
  const token = takeTokenFromAddress();
  // Without an answer this tab is not signed in: only the service that printed the token knows it.
  if (token !== undefined) opening = exchange(token).catch(() => undefined);
  if (!canShare()) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const bearer = sessionStorage.getItem(bearerKey);
    if (data === ASK && bearer !== null) channel.postMessage({ bearer });
  };
}

/** `fetch` of a path with this tab's credential, or, where it has none or a wrong one, with that of another tab. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  await opening;
  const bearer = sessionStorage.getItem(bearerKey) ?? (await takeFromTabs());
  // A node would refuse it, and note somebody who tries.
  if (isTeamPage() && bearer === undefined) return new Response(null, { status: 401 });
  const answer = await fetchAs(bearer, path, init);
  if (answer.status !== 401 || bearer === undefined) return answer;
  // Another request may have found a new one already.
  if (sessionStorage.getItem(bearerKey) === bearer) sessionStorage.removeItem(bearerKey);
  const other = sessionStorage.getItem(bearerKey) ?? (await takeFromTabs(bearer));
  return other === undefined ? answer : fetchAs(other, path, init);
}

function fetchAs(bearer: string | undefined, path: string, init: RequestInit): Promise<Response> {
  const authorisation = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  return fetch(path, { ...init, headers: { ...authorisation, ...init.headers } });
}

/** @returns the one-time token in the address bar, and removes it from there. */
function takeTokenFromAddress(): string | undefined {
  const found = /^#t=([\w-]+)$/.exec(location.hash);
  if (!found) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return found[1];
}

async function exchange(token: string): Promise<void> {
  const answer = await fetch('/auth/exchange', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) return;
  const { bearer } = (await answer.json()) as { bearer: string };
  sessionStorage.setItem(bearerKey, bearer);
}

const canShare = (): boolean => globalThis.location?.hostname === '127.0.0.1' && !isTeamPage();

/** @returns the bearer of another tab, which is then this tab's too. @param refused one that the service did not accept */
async function takeFromTabs(refused?: string): Promise<string | undefined> {
  if (!canShare()) return undefined;
  asking ??= askTabs(refused).finally(() => {
    asking = undefined;
  });
  const bearer = await asking;
  if (bearer !== undefined) sessionStorage.setItem(bearerKey, bearer);
  return bearer;
}

function askTabs(refused: string | undefined): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const channel = new BroadcastChannel(CHANNEL);
  const late = setTimeout(() => resolve(undefined), ANSWER_MS);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const bearer = (data as { bearer?: unknown } | null)?.bearer;
    if (typeof bearer === 'string' && bearer !== refused) resolve(bearer);
  };
  channel.postMessage(ASK);
  return promise.finally(() => {
    clearTimeout(late);
    channel.close();
  });
}

/**
 * What this origin's browser storage holds of the preferences, so that the first picture has theme and layout before the service answers.
 * work.sqlite has the truth. At a node of a team it lasts as long as the tab: somebody else may sign in in the next one.
 */
const storage = (): Storage => (isTeamPage() ? sessionStorage : localStorage);

const COPY = 'almanac-preferences';

/** @returns the preferences as this origin knew them last; `undefined` where it never did. They are not checked. */
export function readCopy(): Record<string, unknown> | undefined {
  try {
    const copy: unknown = JSON.parse(storage().getItem(COPY) ?? 'null');
    return typeof copy === 'object' && copy !== null ? { ...copy } : undefined;
  } catch {
    // No storage, or a text that another program wrote.
    return undefined;
  }
}

export function keepCopy(values: Readonly<Record<string, unknown>>): void {
  try {
    storage().setItem(COPY, JSON.stringify(values));
  } catch {
    // Storage is full or forbidden: then the first picture has the defaults.
  }
}

/** Gives the empty document the chosen theme, so that the page's ground is right before the app draws on it, and the rest of the choices. */
export function showFirst(): void {
  const copy = readCopy() ?? {};
  const { theme } = copy;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
  showAppearance(copy);
}

/** Tells the style sheets. What is no text is left out. */
export function showAppearance({ density, motion }: Readonly<Record<string, unknown>>): void {
  const { dataset } = document.documentElement;
  if (typeof density === 'string') dataset.density = density;
  if (typeof motion === 'string') dataset.motion = motion;
}

const CATALOG = `${API_PREFIX}/catalog`;
/** An answer that nobody has taken by then, milliseconds after the start of the page, may be old. */
const FRESH_MS = 5_000;

const begun = new Map<string, Promise<Response>>();

/** Sends what every start asks first, while the browser still reads the other scripts. */
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

/** @returns what Overview will ask for, where the page opens with it; what changed since a run only where the run is known. */
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
