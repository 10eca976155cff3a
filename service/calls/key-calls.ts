import type { CreateKeyRequest } from '../contract/access.ts';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import type { RecentCalls } from '../http/index.ts';
import { type KeyStore, type ListedKey, unknownKey } from '../keys/index.ts';

/** @returns what the page asks of the API keys of other tools. All but `list` and `create` throw Failure 'unknown_key' if no key has the id. */
export function keyCalls(keys: KeyStore, calls: RecentCalls) {
  const held = async (id: string): Promise<ListedKey> => {
    const found = (await keys.list()).find((key) => key.id === id);
    if (!found) throw unknownKey(id);
    return found;
  };
  return {
    /** Oldest first, with their use up to now. */
    list: async () => ({ keys: await keys.list(), limits: { minute: MINUTE_LIMIT, day: DAY_LIMIT } }),
    /** The only answer that contains an API key. @throws Failure 'wrong_usage' if the label is empty, too long or has several lines. */
    async create({ label, for_fred: isForFred }: CreateKeyRequest) {
      const { key, ...made } = await (isForFred ? keys.createForFred(label) : keys.create(label));
      return { line: { ...made, today: 0, this_minute: 0 }, key };
    },
    /** Takes effect from the next request on. Revoking a key again is not an error. */
    revoke: async (id: string) => held((await keys.revoke(id)).id),
    /** The last calls of a key, newest first. */
    recent: async (id: string) => ({ calls: calls.of((await held(id)).id) }),
  };
}
