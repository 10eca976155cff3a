import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';

import { type Derivation, derivedPages, judgeDerivation } from '../../service/derived/index.ts';
import { openReader, type Reader } from '../../service/store/index.ts';
import { rowBytes } from '../../service/tables/row-bytes.ts';
import { publish, temporaryFolder } from '../api/folder.ts';

/** Pages of transformed observations, read from a real store. */

const DEBT = findDataset('us_debt') as Dataset;
const CODE = 'debt_held_by_public';
const dayOf = (date: string) => dayNumber(date) as number;

function debtIn(dataDir: string, values: Record<string, string>): void {
  publish(
    dataDir,
    'us_debt',
    Object.entries(values).map(([date, value]) => ({ code: CODE, date, value })),
  );
}

function pageOf(reader: Reader, derivation: Derivation): string[] {
  const selection = { dataset: 'us_debt', codes: [CODE], from: dayOf('2020-01-01'), to: dayOf('2020-12-31') };
  const page = derivedPages(reader, DEBT, selection as never, derivation)({ limit: 100 });
  return String(rowBytes(page, 'csv')).trim().split('\n');
}

it('pages of an index have 100 at the next Monday if the index date of a daily series is on a weekend', () => {
  const dataDir = temporaryFolder();
  debtIn(dataDir, { '2020-01-31': '50.00', '2020-02-03': '80.00', '2020-02-04': '100.00' });
  const reader = openReader(dataDir);
  for (const day of ['2020-02-01', '2020-02-02', '2020-02-03'])
    expect(pageOf(reader, { units: 'nbd', indexDay: dayOf(day) })).toEqual([
      `2020-01-31,${CODE},62.50000`,
      `2020-02-03,${CODE},100.00000`,
      `2020-02-04,${CODE},125.00000`,
    ]);
  reader.close();
});

it('pages come from one version of the data, even if another process publishes meanwhile', () => {
  const dataDir = temporaryFolder();
  debtIn(dataDir, { '2020-02-03': '80.00', '2020-02-04': '100.00' });
  const held = openReader(dataDir);
  let isFirst = true;
  /** Doubles every value after the base is read and before the values are read. */
  const reader: Reader = {
    ...held,
    columns(selection) {
      const columns = held.columns(selection);
      const hasValues = columns.some(({ days }) => days.length > 0);
      if (hasValues && isFirst) {
        isFirst = false;
        debtIn(dataDir, { '2020-02-03': '160.00', '2020-02-04': '400.00' });
      }
      return columns;
    },
  };
  expect(pageOf(reader, { units: 'nbd', indexDay: dayOf('2020-02-03') })).toEqual([
    `2020-02-03,${CODE},100.00000`,
    `2020-02-04,${CODE},250.00000`,
  ]);
  expect(isFirst).toBe(false);
  held.close();
});

it('pages accept today as index date, and not tomorrow', () => {
  const today = dayOf('2026-11-20');
  const judged = (day: number) =>
    judgeDerivation(
      DEBT,
      [CODE],
      { units: 'nbd', index_date: dateText(day) },
      (name, value) => `${name}=${value}`,
      today,
    );
  expect(judged(today)).toEqual({ units: 'nbd', indexDay: today, to: undefined });
  expect(() => judged(today + 1)).toThrow(
    'index_date=2026-11-21 is in the future: there is no value to be 100.',
  );
});
