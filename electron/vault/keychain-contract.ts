import { type Static, Type } from 'typebox';
import type { CallMessage } from '../../service/process/rpc.ts';
import type { Child } from '../child-process.ts';

/** What the keychain process answers. It never fails as a call: how the keychain took it is part of the answer. */
const KeychainAnswer = Type.Union([
  /** `value` of a 'get': null where the keychain holds nothing, and also where it is locked. */
  Type.Object({ t: Type.Literal('done'), value: Type.Union([Type.String(), Type.Null()]) }),
  /** keytar cannot be loaded: it is not installed, or its library is missing. */
  Type.Object({ t: Type.Literal('unavailable'), message: Type.String() }),
  /** The message is the keychain's own. */
  Type.Object({ t: Type.Literal('refused'), message: Type.String() }),
]);
export type KeychainAnswer = Static<typeof KeychainAnswer>;

/** 'api-key:<id>' or 'publisher:<name>'; the service is always 'Almanac'. */
const account = Type.String();

/** What the host may ask of the keychain process. No message of these calls is ever logged. */
export const KEYCHAIN_CALLS = {
  get: { input: Type.Object({ account }), output: KeychainAnswer },
  set: { input: Type.Object({ account, secret: Type.String() }), output: KeychainAnswer },
  delete: { input: Type.Object({ account }), output: KeychainAnswer },
} as const;
export type KeychainCalls = typeof KEYCHAIN_CALLS;

/** The keychain process as the host sees it. */
export type KeychainChild = Child<CallMessage>;
