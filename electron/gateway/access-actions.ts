import {
  type ApiCalls,
  CreateKeyRequest,
  KeyRequest,
  SetPublisherKeyRequest,
  TryRequest,
} from '../../service/contract/access.ts';
import { assertNever } from '../../service/contract/failure.ts';
import type { AccessAction } from '../../service/contract/host.ts';
import { VaultRequest } from '../../service/contract/vault.ts';
import { copyKey, createKey, listKeys, publisherKeys, revokeKey, setPublisherKey } from '../access/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { Vault } from '../vault/types.ts';
import { asked, given } from './answer-body.ts';
import { methodNotAllowed, serviceUnavailable } from './answers.ts';
import type { ForwardOptions } from './forward.ts';
import { isListening } from './is-listening.ts';
import { tryRequest } from './try-request.ts';

export type AccessActionsOptions = {
  supervisor: Pick<Supervisor, 'status' | 'settle' | 'call'>;
  vault: Vault;
  version: string;
  fetch: ForwardOptions['fetch'];
  /** How long a request waits for a service that is starting. */
  waitMs: number;
};

const READS: ReadonlySet<AccessAction> = new Set(['keys', 'key-calls', 'vault', 'publisher-keys']);
/** What is the vault's alone, so that it works while no service does. */
const WITHOUT_SERVICE: ReadonlySet<AccessAction> = new Set([
  'vault',
  'publisher-keys',
  'choose-vault',
  'set-publisher-key',
]);

/** Answers the `ACCESS_ACTIONS` of `service/contract/host.ts`: keys of other tools and of publishers, and what holds them. */
export async function answerAccessAction(
  action: AccessAction,
  request: Request,
  options: AccessActionsOptions,
): Promise<Response> {
  const { supervisor, vault } = options;
  const method = READS.has(action) ? 'GET' : 'POST';
  if (request.method !== method) return methodNotAllowed(method);
  const isServed =
    WITHOUT_SERVICE.has(action) || (await isListening(supervisor, options.waitMs, request.signal));
  if (!isServed) return serviceUnavailable();
  const parts = { call: supervisor.call, vault };
  switch (action) {
    case 'keys':
      return asked(() => listKeys(parts));
    case 'key-calls':
      return asked(async () => {
        const id = new URL(request.url).searchParams.get('id') ?? '';
        return { calls: await supervisor.call('key-calls', { id }) } satisfies ApiCalls;
      });
    case 'vault':
      return asked(() => vault.state());
    case 'publisher-keys':
      return asked(() => publisherKeys(vault));
    case 'create-key':
      return given(request, CreateKeyRequest, (body) => asked(() => createKey(parts, body)));
    case 'revoke-key':
      return given(request, KeyRequest, ({ id }) => asked(() => revokeKey(parts, id)));
    case 'copy-key':
      return given(request, KeyRequest, ({ id }) => asked(() => copyKey(parts, id)));
    case 'choose-vault':
      return given(request, VaultRequest, (body) => asked(() => vault.choose(body)));
    case 'set-publisher-key':
      return given(request, SetPublisherKeyRequest, (body) => asked(() => setPublisherKey(vault, body)));
    case 'try':
      return given(request, TryRequest, (body) =>
        asked(() => tryRequest(body, { ...options, signal: request.signal })),
      );
    default:
      return assertNever(action);
  }
}
