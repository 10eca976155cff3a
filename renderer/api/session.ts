/**
 * Who this tab is to the service. Window and browser open the page with a one-time token in the URL's fragment, which is exchanged for a
 * bearer. The service signs it with a secret of this run of Almanac: when the service is started again within the run, with the same
 * secret and on the same port, the page stays signed in.
 *
 * The bearer is in `sessionStorage`: this tab and origin only, out of cookies, logs and referrers. A cookie would also be sent to every
 * other port of this machine. So a new tab of the same browser (a copied link, a ctrl-click, a bookmark) has none, and asks the open
 * tabs for theirs over a BroadcastChannel. Why that is safe:
 * - The browser delivers a channel's messages to pages of the same origin (scheme, host and port) and the same profile only. A page of
 *   another port or site, another browser, a private window or another user hears nothing, and can ask nothing.
 * - Only `127.0.0.1` takes part. `localhost` may mean two addresses, and another user's program may have our port on the other one: its
 *   page would then have our origin.
 * - Of our origin there is nothing but our own files. They run no foreign script and register no service worker, and nobody may
 *   frame them (`service/page/security-headers.ts`).
 * - A bearer ends with the run of Almanac. What a later program on the same port might ask of an old tab is worth nothing.
 * - Whoever can run a script in our origin could read `sessionStorage` and use the API as the user already.
 * If several tabs answer, the first is taken. If it is refused, as one of an earlier run is, others are asked once more. If no tab answers
 * in time (none is open, or it is frozen), the sign-in page shows, which asks again whenever it asks for the state. There is nothing to
 * sign out of: a session ends when its last tab is closed, or with the run.
 *
 * A page of a team's node has a session of its own kind (`team-session.ts`), which is this tab's alone.
 */

import { isTeamPage } from './served-by.ts';

/** Where the tab keeps its bearer. */
export const bearerKey = 'almanac.bearer';
const KEY = bearerKey;
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
    const bearer = sessionStorage.getItem(KEY);
    if (data === ASK && bearer !== null) channel.postMessage({ bearer });
  };
}

/** `fetch` of a path with this tab's credential, or, where it has none or a wrong one, with that of another tab. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  await opening;
  const bearer = sessionStorage.getItem(KEY) ?? (await takeFromTabs());
  // A node would refuse it, and note somebody who tries.
  if (isTeamPage() && bearer === undefined) return new Response(null, { status: 401 });
  const answer = await fetchAs(bearer, path, init);
  if (answer.status !== 401 || bearer === undefined) return answer;
  // Another request may have found a new one already.
  if (sessionStorage.getItem(KEY) === bearer) sessionStorage.removeItem(KEY);
  const other = sessionStorage.getItem(KEY) ?? (await takeFromTabs(bearer));
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
  sessionStorage.setItem(KEY, bearer);
}

const canShare = (): boolean => globalThis.location?.hostname === '127.0.0.1' && !isTeamPage();

/** @returns the bearer of another tab, which is then this tab's too. @param refused one that the service did not accept */
async function takeFromTabs(refused?: string): Promise<string | undefined> {
  if (!canShare()) return undefined;
  asking ??= askTabs(refused).finally(() => {
    asking = undefined;
  });
  const bearer = await asking;
  if (bearer !== undefined) sessionStorage.setItem(KEY, bearer);
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
