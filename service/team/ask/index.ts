import type { OutgoingRequest } from '../../contract/preferences.ts';
import type { FollowedTeam, TeamAbout } from '../../contract/team.ts';
import { openFeedClient } from '../feed/feed-client.ts';

const ANSWER_MS = 15_000;

/** Asks an address for its team and the key's rights. Follows no redirect. @param note gets a log line. */
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
