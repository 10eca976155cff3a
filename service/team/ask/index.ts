import type { OutgoingRequest } from '../../contract/preferences.ts';
import type { FollowedTeam, TeamAbout } from '../../contract/team.ts';
import { openFeedClient } from '../feed/feed-client.ts';

const ANSWER_MS = 15_000;

/** Asks which team answers at `address`, and what the key may do. No redirect is followed, no sentence has the key. @param note for the log. */
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
