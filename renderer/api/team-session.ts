import { fits } from '../../service/contract/fits.ts';
import { KEY_HEADER, TEAM_PATHS } from '../../service/contract/names.ts';
import { TeamSession } from '../../service/contract/shared.ts';
import { bearerKey } from './session.ts';

/** Signing in at a node of a team, with a key. The tab keeps what the node gives for it; the key itself is not kept. */

/**
 * Signs this tab in, until it is closed, for twelve hours at most.
 * @returns undefined where it worked; otherwise a line for the person.
 */
export async function signIn(key: string): Promise<string | undefined> {
  // What a header cannot hold is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) return WRONG;
  let answer: Response;
  try {
    answer = await fetch(TEAM_PATHS.signIn, { method: 'POST', headers: { [KEY_HEADER]: key } });
  } catch {
    return "The team's Almanac does not answer. Check your connection, then try again.";
  }
  if (answer.status === 401) return WRONG;
  if (!answer.ok)
    return `The team's Almanac cannot sign you in now (it answered ${answer.status}). Try again in a moment.`;
  const signedIn: unknown = await answer.json();
  if (!fits(TeamSession, signedIn))
    return 'This page is older than the Almanac that serves it. Load it again.';
  sessionStorage.setItem(bearerKey, signedIn.session);
  return undefined;
}

/** Ends the session of this tab. The page is then to be loaded again, so that nothing of it stays in memory. */
export function signOut(): void {
  sessionStorage.clear();
}

const WRONG =
  'This key is not one of the team’s, or was revoked. A key begins with alm_; ask who runs the team’s Almanac for one.';
