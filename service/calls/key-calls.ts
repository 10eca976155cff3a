import type { ServiceCalls } from '../contract/control.ts';
import type { RecentCalls } from '../http/index.ts';
import { DAY_LIMIT, type Keys, type ListedKey, MINUTE_LIMIT, unknownKey } from '../keys/index.ts';
import type { CallHandlers } from '../process/rpc.ts';

/** @returns the handlers of the calls about the API keys of other tools. They throw Failure 'unknown_key' if no key has the id. */
export function keyCalls(keys: Keys, calls: RecentCalls) {
  const held = async (id: string): Promise<ListedKey> => {
    const found = (await keys.list()).find((key) => key.id === id);
    if (!found) throw unknownKey(id);
    return found;
  };
  return {
    'api-keys': async () => ({ keys: await keys.list(), limits: { minute: MINUTE_LIMIT, day: DAY_LIMIT } }),
    'create-api-key': async ({ label, for_fred: isForFred }) => {
      const { key, ...made } = await (isForFred ? keys.createForFred(label) : keys.create(label));
      return { line: { ...made, today: 0, this_minute: 0 }, key };
    },
    'revoke-api-key': async ({ id }) => held((await keys.revoke(id)).id),
    'key-calls': async ({ id }) => ({ calls: calls.of((await held(id)).id) }),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}
