import type { ApiKeyLine } from '../../../service/contract/access.ts';

/** A key as the host describes it: valid and never used, unless the argument says otherwise. */
export function keyLine(part: Partial<ApiKeyLine> = {}): ApiKeyLine {
  return {
    id: 'abc234',
    label: 'Excel at work',
    last4: 'x7Qa',
    created_at: '2026-11-20T08:00:00.000Z',
    last_used_at: null,
    last_client: null,
    revoked_at: null,
    is_for_fred: false,
    today: 0,
    this_minute: 0,
    is_kept: true,
    ...part,
  };
}

/** The time of the tests: 2026-11-21 10:00:00 UTC. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z');
