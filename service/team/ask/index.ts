import type { OutgoingRequest } from '../../contract/preferences.ts';
import type { FollowedTeam, TeamAbout } from '../../contract/team.ts';
import { openFeedClient } from '../feed/feed-client.ts';

/** The border for the app: one question to a team, with the words and the certificates of the desktop that follows it. */

const ANSWER_MS = 15_000;

/**
 * Asks the Almanac at `address` which team it serves and what the key may do. The key goes to that address only: a redirect is not followed.
 * @param note gets the line of what left this computer, without the key
 * @throws Failure 'wrong_usage' for what cannot be a key; 'team_unreachable' where nobody answers in time; 'team_refused' where the answer
 * is no team's, the certificate is not trusted, or the key is refused. The sentence never contains the key.
 */
export async function askTeam(
  { address, key }: FollowedTeam,
  note: (line: Omit<OutgoingRequest, 'id'>) => void,
  answerMs = ANSWER_MS,
): Promise<TeamAbout> {
  const client = openFeedClient(address, key);
  try {
    return await client.about(AbortSignal.timeout(answerMs));
  } finally {
    const sent = client.lastSent();
    if (sent) note(sent);
    await client.close();
  }
}
