import type { ServiceKeyLine } from '../contract/access.ts';
import type { ServiceCalls } from '../contract/control.ts';
import { Failure } from '../contract/failure.ts';
import type { RecentCalls } from '../http/index.ts';
import { type ApiKey, DAY_LIMIT, type Keys, MINUTE_LIMIT } from '../keys/index.ts';
import type { CallHandlers } from '../process/rpc.ts';

/** @returns the handlers of the calls about the API keys of other tools. They throw Failure 'unknown_key' if no key has the id. */
export function keyCalls(keys: Keys, calls: RecentCalls) {
  const listed = (): ServiceKeyLine[] => keys.list().map(lineOf);
  const held = (id: string): ServiceKeyLine => {
    const found = listed().find((line) => line.id === id);
    if (!found) {
      throw new Failure('unknown_key', `No API key has the id ${id}. The list of keys shows their ids.`);
    }
    return found;
  };
  return {
    'api-keys': () => ({ keys: listed(), limits: { minute: MINUTE_LIMIT, day: DAY_LIMIT } }),
    'create-api-key': ({ label }) => {
      const { key, ...made } = keys.create(label);
      return { line: lineOf({ ...made, today: 0, thisMinute: 0 }), key };
    },
    'revoke-api-key': ({ id }) => held(keys.revoke(id).id),
    'key-calls': ({ id }) => ({ calls: calls.of(held(id).id) }),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}

function lineOf(key: ApiKey & { today: number; thisMinute: number }): ServiceKeyLine {
  return {
    id: key.id,
    label: key.label,
    last4: key.last4,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    last_client: key.lastClient,
    revoked_at: key.revokedAt,
    today: key.today,
    this_minute: key.thisMinute,
  };
}
