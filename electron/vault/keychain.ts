import { assertNever, Failure } from '../../service/contract/failure.ts';
import type { KeychainState } from '../../service/contract/vault.ts';
import type { InputOf } from '../../service/process/rpc.ts';
import type { KeychainCaller, KeychainOutcome } from './keychain-calls.ts';
import type { KeychainCalls } from './keychain-contract.ts';
import type { SecretStore } from './secret-store.ts';
import { whyKeychainFails } from './tell-state.ts';

export type Keychain = SecretStore & {
  /** Never prompts and never loads keytar. 'unknown' before the first call where the state cannot be probed (macOS, Windows). */
  state(): Promise<KeychainState>;
  /**
   * Writes, reads and deletes an entry that is not secret, so that the system asks the person to unlock. It waits up to a minute.
   * @throws Failure 'vault' where the keychain does not work after that.
   */
  unlock(): Promise<void>;
  close(): Promise<void>;
};

export type KeychainOptions = {
  name: string;
  caller: KeychainCaller;
  /** Finds out the state without a prompt. Undefined where the system has no way to do so. */
  probe: (() => Promise<KeychainState>) | undefined;
  /** Whether keytar is installed. Does not load it. */
  isInstalled: () => boolean;
};

const CHECK_ACCOUNT = 'check';
const CHECK_WORD = 'Almanac wrote this to see whether the keychain works.';

/** The system's keychain. It is used only while it is open, or when the person asks for it. */
export function createKeychain({ name, caller, probe, isInstalled }: KeychainOptions): Keychain {
  /** The state that the last call showed: the only source where nothing can be probed. */
  let learnt: KeychainState | undefined;

  async function state(): Promise<KeychainState> {
    learnt ??= isInstalled() ? 'unknown' : 'unavailable';
    if (learnt === 'unavailable' || probe === undefined) return learnt;
    const probed = await probe();
    return probed === 'unknown' ? learnt : probed;
  }

  /** A keychain that is open but refuses is asked once more, by a new process; only that answer counts. */
  async function callTwice<Name extends keyof KeychainCalls>(
    call: Name,
    input: InputOf<KeychainCalls[Name]>,
    mayPrompt: boolean,
  ): Promise<KeychainOutcome> {
    const outcome = await caller.call(call, input, mayPrompt);
    if (outcome.t !== 'refused' || probe === undefined || (await probe()) !== 'unlocked') return outcome;
    return caller.call(call, input, mayPrompt);
  }

  /** @param mayAsk whether a person has just asked for it, so that a prompt is no surprise */
  async function ask<Name extends keyof KeychainCalls>(
    call: Name,
    input: InputOf<KeychainCalls[Name]>,
    mayAsk = false,
  ): Promise<string | null> {
    const before = await state();
    const isOpen = before === 'unlocked' || before === 'unknown';
    if (!(isOpen || mayAsk)) throw refusal(before);
    const isSurelyOpen = before === 'unlocked' && probe !== undefined;
    const outcome = await callTwice(call, input, mayAsk || !isSurelyOpen);
    switch (outcome.t) {
      case 'done':
        learnt = 'unlocked';
        return outcome.value;
      case 'unavailable':
        learnt = 'unavailable';
        throw refusal('unavailable', outcome.message);
      case 'refused': {
        learnt = 'locked';
        const after = await state();
        if (after !== 'unlocked') throw refusal(after, outcome.message);
        throw new Failure('vault', `${name} refused: ${outcome.message}`);
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
        return assertNever(outcome);
    }
  }

  function refusal(state: KeychainState, said?: string): Failure {
    return new Failure('vault', whyKeychainFails(name, state, said));
  }

  return {
    state,
    get: (account) => ask('get', { account }),
    set: async (account, secret) => void (await ask('set', { account, secret })),
    delete: async (account) => void (await ask('delete', { account })),
    async unlock() {
      // keytar may have been installed since.
      if (learnt === 'unavailable') learnt = undefined;
      const now = await state();
      if (now === 'unavailable' || now === 'no-service') throw refusal(now);
      await ask('set', { account: CHECK_ACCOUNT, secret: CHECK_WORD }, true);
      const found = await ask('get', { account: CHECK_ACCOUNT }, true);
      if (found !== CHECK_WORD) throw new Failure('vault', whyKeychainFails(name, 'locked'));
      await ask('delete', { account: CHECK_ACCOUNT }, true);
    },
    close: caller.close,
  };
}
