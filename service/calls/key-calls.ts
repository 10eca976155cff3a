import type { ServiceKeyLine } from '../contract/access.ts';
import type { ServiceCalls } from '../contract/control.ts';
import type { RecentCalls } from '../http/index.ts';
import { DAY_LIMIT, type Keys, type ListedKey, MINUTE_LIMIT, unknownKey } from '../keys/index.ts';
import type { CallHandlers } from '../process/rpc.ts';

/** @returns the handlers of the calls about the API keys of other tools. They throw Failure 'unknown_key' if no key has the id. */
export function keyCalls(keys: Keys, calls: RecentCalls) {
  const listed = async (): Promise<ServiceKeyLine[]> => (await keys.list()).map(lineOf);
  const held = async (id: string): Promise<ServiceKeyLine> => {
    const found = (await listed()).find((line) => line.id === id);
    if (!found) throw unknownKey(id);
    return found;
  };
  return {
    'api-keys': async () => ({ keys: await listed(), limits: { minute: MINUTE_LIMIT, day: DAY_LIMIT } }),
    'create-api-key': async ({ label, for_fred: isForFred }) => {
      const { key, ...made } = await (isForFred ? keys.createForFred(label) : keys.create(label));
      return { line: lineOf({ ...made, today: 0, thisMinute: 0 }), key };
    },
    'revoke-api-key': async ({ id }) => held((await keys.revoke(id)).id),
    'key-calls': async ({ id }) => ({ calls: calls.of((await held(id)).id) }),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}

function lineOf(key: ListedKey): ServiceKeyLine {
  return {
    id: key.id,
    label: key.label,
    last4: key.last4,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    last_client: key.lastClient,
    revoked_at: key.revokedAt,
    is_for_fred: key.isForFred,
    today: key.today,
    this_minute: key.thisMinute,
  };
}
