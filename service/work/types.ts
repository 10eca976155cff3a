import type { OutgoingRequest, OutgoingRequests } from '../contract/preferences.ts';
import type { SavedItem, SaveItemAnswer, SaveItemRequest } from '../contract/saved.ts';
import type { SameCompany, SetSameCompanyRequest } from '../contract/work.ts';

/** What a person has made, and how he wants the app. Each part reads and writes a table or two of work.sqlite. */
export type Work = {
  sameCompanies: SameCompanyStore;
  saved: Saved;
  preferences: PreferenceStore;
  outgoing: Outgoing;
  /** Grows with every change of the first three, by whichever program. */
  version(): number;
  close(): void;
};

/** How a part of the work uses the file: `read` and `write` name it in every failure, and `write` refuses where it cannot be written. */
export type WorkAccess = {
  now: () => Date;
  read: <T>(work: () => T) => T;
  write: <T>(work: () => T) => T;
  isReadOnly: boolean;
};

/** Pairs of tickers that a person says are one company. Tickers are compared folded (`foldTicker`). */
export type SameCompanyStore = {
  /** The newest first. */
  list(): SameCompany[];
  /**
   * Confirms a pair, or takes that back. Safe from several windows and processes: each call is one statement, and the same call twice
   * changes nothing more. @throws Failure 'wrong_usage' if the two are one ticker or a ticker has no letter or digit; 'folder_unusable'.
   */
  set(request: SetSameCompanyRequest): void;
};

/** Saved views, boards and lists. */
export type Saved = {
  /** All of them, those in the bin too; the last changed first. Items that lie in the bin for 30 days are removed first (`binEnd`). */
  list(): SavedItem[];
  /**
   * Stores an item, unless it was changed since the revision that the request names: the answer is then a conflict. Storing what is
   * stored already changes nothing.
   * @throws Failure 'wrong_usage' if the item is of another kind than the stored one, or was removed for good; 'folder_unusable'.
   */
  save(request: SaveItemRequest): SaveItemAnswer;
  /** Removes an item and its versions for good. An item that is not there is no error. @throws Failure 'folder_unusable' */
  remove(id: string): void;
  /** Its newest 50 revisions, the newest first; none where there is no such item. */
  versions(id: string): SavedItem[];
};

/** Values of `PREFERENCES`. */
export type PreferenceStore = {
  /** What differs from the default, by name. A value that its schema does not allow, as of a newer Almanac, is left out. */
  values(): Record<string, unknown>;
  /**
   * Stores all of the values or none; null removes one, so that the default holds.
   * @throws Failure 'wrong_usage' naming the first unknown name or wrong value, and what would be right; 'folder_unusable'.
   */
  set(values: Readonly<Record<string, unknown>>): void;
};

/** The requests that left this computer. */
export type Outgoing = {
  /** Records one; the oldest are dropped when there are more than 10,000. A folder that cannot be written records nothing. */
  note(request: Omit<OutgoingRequest, 'id'>): void;
  /**
   * The newest, or the newest before one, with the counts of all.
   * @param asked `before`: the id of a request, which itself is not listed
   * @param publisherHosts hosts that belong to publishers
   */
  list(
    asked: { limit: number; before?: number | undefined },
    publisherHosts: readonly string[],
  ): OutgoingRequests;
};
