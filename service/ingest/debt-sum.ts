import { createPartSum, type PartSum } from './part-sum.ts';

/**
 * @returns a check for one file: debt held by the public and intragovernmental holdings make the total, to the cent, on every
 * day for which the file gives all three.
 */
export function createDebtSum(): PartSum {
  return createPartSum({
    parts: ['debt_held_by_public', 'intragovernmental_holdings'],
    total: 'total_public_debt_outstanding',
    words: 'debt held by the public and intragovernmental holdings',
    rule: 'they must agree to the cent',
    tolerance: { usual: 0, most: 0 },
    decimals: 2,
  });
}
