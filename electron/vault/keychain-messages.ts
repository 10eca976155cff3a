/** What host and keychain process say to each other over their channel; nothing of it is ever logged. */

/** `account` is 'api-key:<id>' or 'publisher:<name>'; the service is always 'Almanac'. */
export type KeychainRequest = { id: number } & KeychainTask;

export type KeychainTask =
  | { t: 'get'; account: string }
  | { t: 'set'; account: string; secret: string }
  | { t: 'delete'; account: string };

export type KeychainReply =
  /** `value` of a 'get': null where the keychain gives nothing, which on a locked keyring says nothing. */
  | { t: 'done'; id: number; value: string | null }
  /** keytar cannot be loaded: not installed, or its library is missing. */
  | { t: 'unavailable'; id: number; message: string }
  /** The keychain's own words. */
  | { t: 'refused'; id: number; message: string };

/** The keychain process as its parent sees it. */
export type KeychainChild = {
  /** Undefined before it is started and, in Electron, after it ended. */
  readonly pid: number | undefined;
  send(request: KeychainRequest): void;
  /** Asks it to end (SIGTERM), or ends it (SIGKILL). */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (reply: KeychainReply) => void): void;
  /** Called once, also where the process could not be started at all. */
  onExit(listener: () => void): void;
};
