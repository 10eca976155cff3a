import { copyKey, createKey, listKeys, publisherKeys, revokeKey, setPublisherKey } from '../access/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { Vault } from '../vault/types.ts';
import type { ForwardOptions } from './forward.ts';
import type { HostHandlers } from './host-route.ts';
import { tryRequest } from './try-request.ts';

export type AccessActionsOptions = {
  supervisor: Pick<Supervisor, 'status' | 'call'>;
  vault: Vault;
  version: string;
  fetch: ForwardOptions['fetch'];
};

/** Keys of other tools and of publishers, and what holds them. */
export function accessHandlers(options: AccessActionsOptions) {
  const { vault } = options;
  const parts = { call: options.supervisor.call, vault };
  return {
    keys: () => listKeys(parts),
    'create-key': ({ body }) => createKey(parts, body),
    'revoke-key': ({ body }) => revokeKey(parts, body.id),
    'copy-key': ({ body }) => copyKey(parts, body.id),
    vault: () => vault.state(),
    'choose-vault': ({ body }) => vault.choose(body),
    'publisher-keys': () => publisherKeys(vault),
    'set-publisher-key': ({ body }) => setPublisherKey(vault, body),
    try: ({ body, request }) => tryRequest(body, { ...options, signal: request.signal }),
  } satisfies Partial<HostHandlers>;
}
