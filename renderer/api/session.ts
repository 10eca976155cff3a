import { ACTION_PREFIX, API_PREFIX } from '../../service/contract/names.ts';

/** The session and the first requests, for the document's first script; imports almost nothing. */

/** True if a team's node serves the page. Only capabilities (`app-state.ts`) decide what the page may do. */
export const isTeamPage = (): boolean => globalThis.document?.documentElement.dataset.servedBy === 'team';

/** @returns how people sign in to this page: with a team's key, or by the address that Almanac prints. */
export const signInKind = (): 'key' | 'address' => (isTeamPage() ? 'key' : 'address');

export const actionPath = (name: string): string => `${ACTION_PREFIX}/${name}`;

/**
 * The window or browser opens the page with a one-time token in the URL's fragment, and the page exchanges it
 * for a bearer. The service signs the bearer with a secret of this run of Almanac, so that a service
 * restarted within the run still accepts it.
 *
 * The bearer is in `sessionStorage`: for this tab and origin only, and out of cookies, logs and referrers. A
 * cookie would also go to every other port of this machine. A new tab of the same browser (a copied link, a
 * ctrl-click, a bookmark) therefore has no bearer, and asks the open tabs for theirs over a BroadcastChannel.
 * This is safe:
 * - The browser delivers a channel's messages only to pages of the same origin (scheme, host and port) and
 * profile.
 * - Only `127.0.0.1` takes part. `localhost` may mean two addresses, and another user's program could listen
 * on our port at the other address: its page would have our origin.
 * - Our origin serves only our own files. They run no foreign script, register no service worker, and cannot
 * be framed (`service/page/security-headers.ts`).
 * - A bearer ends with the run of Almanac. A later program on the same port gains nothing from an old tab's
 * bearer.
 * - A script in our origin could read `sessionStorage` and use the API as the user in any case.
 * The first bearer that arrives is used. If the service refuses it, the tab asks once more for another one.
 * If no tab answers in time, the sign-in page shows, and each of its polls of the state asks the tabs again.
 * A session ends when its last tab closes, or with the run.
 *
 * A page of a team's node has its own kind of session (`team.ts`), limited to the tab.
 */

export const bearerKey = 'almanac.bearer';
const CHANNEL = 'almanac.session';
const ASK = 'ask';
/** How long a tab without a bearer waits for the other tabs, in ms; idle tabs answer in a few ms. */
const ANSWER_MS = 100;

let opening: Promise<unknown> = Promise.resolve();
let asking: Promise<string | undefined> | undefined;

/**
 * Removes the one-time token from the address bar, before anything reads the address, and exchanges it. Call
 * once, at the start. With a used or expired token, the next request is refused unless another tab is signed
 * in.
 */
export function openSession(): void {
  if (isTeamPage()) return;
  const token = takeTokenFromAddress();
  // If the exchange fails, this tab is not signed in: only the service that printed the token accepts it.
  if (token !== undefined) opening = exchange(token).catch(() => undefined);
  if (!canShare()) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const bearer = sessionStorage.getItem(bearerKey);
    if (data === ASK && bearer !== null) channel.postMessage({ bearer });
  };
}

/** Calls `fetch` with this tab's bearer; if it has none or a refused one, with another tab's bearer. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  await opening;
  const bearer = sessionStorage.getItem(bearerKey) ?? (await takeFromTabs());
  // A node would refuse the request and log an attempt to get in.
  if (isTeamPage() && bearer === undefined) return new Response(null, { status: 401 });
  const answer = await fetchAs(bearer, path, init);
  if (answer.status !== 401 || bearer === undefined) return answer;
  // Another request may have stored a new bearer already.
  if (sessionStorage.getItem(bearerKey) === bearer) sessionStorage.removeItem(bearerKey);
  const other = sessionStorage.getItem(bearerKey) ?? (await takeFromTabs(bearer));
  return other === undefined ? answer : fetchAs(other, path, init);
}

function fetchAs(bearer: string | undefined, path: string, init: RequestInit): Promise<Response> {
  const authorisation = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  return fetch(path, { ...init, headers: { ...authorisation, ...init.headers } });
}

/** Removes the one-time token from the address bar and returns it. */
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

/** Takes over another tab's bearer and returns it. @param refused a bearer that the service did not accept */
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
 * The browser's copy of the preferences: the first paint has theme and layout before the service answers. On
 * a team's page it ends with the tab, because another person may sign in in the next one.
 */
const storage = (): Storage => (isTeamPage() ? sessionStorage : localStorage);

const COPY = 'almanac-preferences';

/** @returns the last known preferences, unchecked; `undefined` if there are none. */
export function readCopy(): Record<string, unknown> | undefined {
  try {
    const copy: unknown = JSON.parse(storage().getItem(COPY) ?? 'null');
    return typeof copy === 'object' && copy !== null ? { ...copy } : undefined;
  } catch {
    // Storage is not available, or another program wrote the text.
    return undefined;
  }
}

export function keepCopy(values: Readonly<Record<string, unknown>>): void {
  try {
    storage().setItem(COPY, JSON.stringify(values));
  } catch {
    // Storage is full or forbidden: the next first paint has the defaults.
  }
}

/** Applies the stored theme, density and motion, so that the first background is right. */
export function showFirst(): void {
  const copy = readCopy() ?? {};
  const { theme } = copy;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
  showAppearance(copy);
}

/** Sets the attributes that style sheets read. Ignores values that are not text. */
export function showAppearance({ density, motion }: Readonly<Record<string, unknown>>): void {
  const { dataset } = document.documentElement;
  if (typeof density === 'string') dataset.density = density;
  if (typeof motion === 'string') dataset.motion = motion;
}

const CATALOG = `${API_PREFIX}/catalog`;
/** Age of the page in ms after which an unused early answer may be out of date. */
const FRESH_MS = 5_000;

const begun = new Map<string, Promise<Response>>();

/** Sends the first requests of every start while the browser still loads the other scripts. */
export function beginFirstRequests(): void {
  const init = { cache: 'no-cache' } as const;
  // The catalogue is public: it need not wait for the sign-in.
  begun.set(CATALOG, fetch(CATALOG, init));
  const state = actionPath('state');
  begun.set(state, fetchSignedIn(state, init));
  const copy = readCopy();
  for (const path of pathsOfOverview(copy)) begun.set(path, fetchSignedIn(path, init));
  const preferences = actionPath('preferences');
  // Preferences name the start screen and set what Overview loads; other screens start with the copy.
  if (/^\/(overview)?$/.test(location.pathname) || copy === undefined)
    begun.set(preferences, fetchSignedIn(preferences, init));
  // The failure reaches whoever takes the answer.
  for (const answer of begun.values()) answer.catch(() => undefined);
}

/** @returns the answer to an early request, for its first caller only. */
export function takeBegun(path: string): Promise<Response> | undefined {
  const answer = begun.get(path);
  begun.delete(path);
  return performance.now() < FRESH_MS ? answer : undefined;
}

/** @returns Overview's requests, if the page opens with it; changes since a run only if the run is known. */
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
