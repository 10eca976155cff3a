import type { SameCompany, SetSameCompanyRequest } from '../contract/work.ts';

/** What a person has made. Each part reads and writes a table or two of work.sqlite. */
export type Work = {
  sameCompanies: SameCompanies;
  close(): void;
};

/** Pairs of tickers that a person says are one company. Tickers are compared folded (`foldTicker`). */
export type SameCompanies = {
  /** The newest first. */
  list(): SameCompany[];
  /**
   * Confirms a pair, or takes that back. Safe from several windows and processes: each call is one statement, and the same call twice
   * changes nothing more. @throws Failure 'wrong_usage' if the two are one ticker or a ticker has no letter or digit; 'folder_unusable'.
   */
  set(request: SetSameCompanyRequest): void;
};
