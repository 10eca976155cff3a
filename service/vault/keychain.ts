import { assertNever, Failure } from '../contract/failure.ts';
import type { KeychainAnswer, KeychainRequest } from '../contract/service-channel.ts';
import type { KeychainState } from '../contract/vault.ts';
import type { AskShell, SecretStore } from './secret-stores.ts';
import { whyKeychainFails } from './tell-state.ts';

export type Keychain = SecretStore & {
  /** Never prompts and never loads keytar. 'unknown' before the first request where the state cannot be probed (macOS, Windows). */
  state(): Promise<KeychainState>;
  /**
   * Writes, reads and deletes an entry that is not secret, so that the system asks the person to unlock. It waits up to a minute.
   * @throws Failure 'vault' where the keychain does not work after that.
   */
  unlock(): Promise<void>;
};

export type KeychainOptions = {
  name: string;
  askKeychain: AskShell;
  /** Finds out the state without a prompt. Undefined where the system has no way to do so. */
  probe: (() => Promise<KeychainState>) | undefined;
  /** Whether keytar is installed. Does not load it. */
  isInstalled: () => boolean;
};

const place = 'keychain';
const CHECK_ACCOUNT = 'check';
const CHECK_WORD = 'Almanac wrote this to see whether the keychain works.';

/** The system's keychain. It is used only while it is open, or when the person asks for it. */
export function createKeychain({ name, askKeychain, probe, isInstalled }: KeychainOptions): Keychain {
  /** The state that the last request showed: the only source where nothing can be probed. */
  let learnt: KeychainState | undefined;

  async function state(): Promise<KeychainState> {
    learnt ??= isInstalled() ? 'unknown' : 'unavailable';
    if (learnt === 'unavailable' || probe === undefined) return learnt;
    const probed = await probe();
    return probed === 'unknown' ? learnt : probed;
  }

  /** A keychain that is open but refuses is asked once more, by a new process; only that answer counts. */
  async function askTwice(request: KeychainRequest, mayPrompt: boolean): Promise<KeychainAnswer> {
    const answer = await askKeychain(request, mayPrompt);
    if (answer.t !== 'refused' || probe === undefined || (await probe()) !== 'unlocked') return answer;
    return askKeychain(request, mayPrompt);
  }

  /** @param mayAsk whether a person has just asked for it, so that a prompt is no surprise */
  async function ask(request: KeychainRequest, mayAsk = false): Promise<string | null> {
    const before = await state();
    const isOpen = before === 'unlocked' || before === 'unknown';
    if (!(isOpen || mayAsk)) throw refusal(before);
    const isSurelyOpen = before === 'unlocked' && probe !== undefined;
    const answer = await askTwice(request, mayAsk || !isSurelyOpen);
    switch (answer.t) {
      case 'done':
        learnt = 'unlocked';
        return answer.value;
      case 'unavailable':
        learnt = 'unavailable';
        throw refusal('unavailable', answer.message);
      case 'refused': {
        learnt = 'locked';
        const after = await state();
        if (after !== 'unlocked') throw refusal(after, answer.message);
        throw new Failure('vault', `${name} refused: ${answer.message}`);
      }
      case 'overdue':
        learnt = 'locked';
        throw new Failure(
          'vault',
          `${name} did not answer in time, so it is taken as locked. Look for a window that asks for its password, and unlock it again here.`,
        );
      case 'ended':
        throw new Failure(
          'vault',
          `The process that speaks with ${name} ended before it answered. Try again.`,
        );
      default:
        return assertNever(answer);
    }
  }

  function refusal(state: KeychainState, said?: string): Failure {
    return new Failure('vault', whyKeychainFails(name, state, said));
  }

  return {
    state,
    get: (account) => ask({ act: 'read', place, account }),
    set: async (account, secret) => void (await ask({ act: 'write', place, account, secret })),
    delete: async (account) => void (await ask({ act: 'remove', place, account })),
    async unlock() {
      // keytar may have been installed since.
      if (learnt === 'unavailable') learnt = undefined;
      const now = await state();
      if (now === 'unavailable' || now === 'no-service') throw refusal(now);
      await ask({ act: 'write', place, account: CHECK_ACCOUNT, secret: CHECK_WORD }, true);
      const found = await ask({ act: 'read', place, account: CHECK_ACCOUNT }, true);
      if (found !== CHECK_WORD) throw new Failure('vault', whyKeychainFails(name, 'locked'));
      await ask({ act: 'remove', place, account: CHECK_ACCOUNT }, true);
    },
  };
}
