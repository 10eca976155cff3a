import {
  PUBLISHERS_WITH_KEYS,
  type PublisherKey,
  type PublisherKeys,
  type PublisherSecrets,
  type PublisherWithKey,
  type SetPublisherKeyRequest,
} from '../contract/access.ts';
import { Failure, stackOf } from '../contract/failure.ts';
import { keyUse } from '../datasets/publisher-keys.ts';
import type { PublisherKeySource } from '../process/publisher-keys.ts';
import type { SecretName, Vault } from '../vault/index.ts';

/** @returns the state of each of the user's keys of publishers, never a key. */
export async function publisherKeys(vault: Vault): Promise<PublisherKeys> {
  const keys: PublisherKey[] = [];
  for (const publisher of PUBLISHERS_WITH_KEYS) keys.push(await lookAt(vault, publisher));
  return { keys, vault: await vault.state() };
}

/** Keeps a publisher's key; removes it where the request has no key. @throws Failure 'wrong_usage', 'vault'. */
export async function setPublisherKey(
  vault: Vault,
  { publisher, key, even_if_lost }: SetPublisherKeyRequest,
): Promise<PublisherKeys> {
  const name = secretOf(publisher);
  const word = { evenIfLost: even_if_lost ?? false };
  if (key === undefined) await vault.remove(name, word);
  else {
    const text = key.trim();
    // Printable ASCII without blanks: such keys have nothing else, and it can be sent in any request.
    if (!/^[!-~]+$/.test(text)) {
      throw new Failure('wrong_usage', `A key of ${publisher} is one word of letters, digits and signs.`);
    }
    await vault.write(name, text, word);
  }
  return publisherKeys(vault);
}

/** @returns a source that reads the user's keys in the vault before a refresh that can send one. */
export function vaultKeys(vault: Vault, log: (line: string) => void): PublisherKeySource {
  return async (publishers) => {
    const keys: { -readonly [Publisher in keyof PublisherSecrets]: PublisherSecrets[Publisher] } = {};
    const notes: string[] = [];
    for (const publisher of publishers) {
      try {
        const look = await vault.look(secretOf(publisher));
        if (look.state === 'absent') continue;
        if (look.state === 'lost') notes.push(noteWithoutKey(publisher, look.message));
        else keys[publisher] = await vault.read(secretOf(publisher));
      } catch (error) {
        if (!(error instanceof Failure)) {
          log(stackOf(error));
        }
        notes.push(noteWithoutKey(publisher, error instanceof Failure ? error.message : 'The log says why.'));
      }
    }
    return { keys, notes };
  };
}

function noteWithoutKey(publisher: string, said: string): string {
  return `${publisher} was asked without your key. ${said}`;
}

function secretOf(publisher: string): SecretName {
  return { kind: 'publisher', publisher };
}

async function lookAt(vault: Vault, publisher: PublisherWithKey): Promise<PublisherKey> {
  const look = await vault.look(secretOf(publisher));
  const isSet = look.state === 'present' || look.state === 'lost';
  return {
    publisher,
    state: look.state,
    last4: look.state === 'absent' ? null : look.last4,
    set_at: isSet ? look.setAt : null,
    used_for: keyUse(publisher),
  };
}
