import { Failure } from '../contract/failure.ts';
import type { SetSameCompanyRequest } from '../contract/work.ts';
import { foldTicker } from '../series-math/members.ts';
import type { Database } from '../store/index.ts';
import type { SameCompanyStore, WorkAccess } from './types.ts';

type PairRow = {
  oldTicker: string;
  newTicker: string;
  oldName: string;
  newName: string;
  confirmedAt: string;
};

/** @returns the table of confirmed pairs. */
export function openSameCompanies(db: Database, { now, read, write }: WorkAccess): SameCompanyStore {
  const all = db.prepare<[], PairRow>(
    `SELECT old_ticker AS oldTicker, new_ticker AS newTicker, old_name AS oldName, new_name AS newName,
       confirmed_at AS confirmedAt FROM same_company ORDER BY confirmed_at DESC, old_ticker, new_ticker`,
  );
  const confirm = db.prepare('INSERT OR IGNORE INTO same_company VALUES (?, ?, ?, ?, ?)');
  const takeBack = db.prepare('DELETE FROM same_company WHERE old_ticker = ? AND new_ticker = ?');
  return {
    list: () =>
      read(() =>
        all.all().map(({ oldTicker, newTicker, oldName, newName, confirmedAt }) => ({
          before: { ticker: oldTicker, name: oldName },
          after: { ticker: newTicker, name: newName },
          confirmed_at: confirmedAt,
        })),
      ),
    set({ before, after, is_same }) {
      const [old, young] = checkedPair({ before, after });
      if (is_same)
        write(() => confirm.run(old, young, before.name.trim(), after.name.trim(), now().toISOString()));
      else write(() => takeBack.run(old, young));
    },
  };
}

/** @returns the two tickers, folded. @throws Failure 'wrong_usage' if they are one ticker or a ticker has no letter or digit. */
export function checkedPair({ before, after }: Pick<SetSameCompanyRequest, 'before' | 'after'>) {
  const [old, young] = [foldTicker(before.ticker), foldTicker(after.ticker)];
  if (old === '' || young === '' || old === young)
    throw new Failure(
      'wrong_usage',
      `A pair has two tickers, such as BLL and BALL; '${before.ticker}' and '${after.ticker}' are none.`,
    );
  return [old, young] as const;
}
