import { createPartSum, type PartSum } from './part-sum.ts';

/**
 * @returns a check for one file: the Federal Reserve's bills, nominal and inflation-indexed notes and bonds and inflation
 * compensation make its Treasury securities, within 1 million dollars of rounding, on every Wednesday for which the file
 * gives all five (H.4.1, table 5). Each of the five is rounded by itself, so once in some 200 weeks they can differ by 2, which
 * is a note.
 */
export function createTreasurySum(): PartSum {
  return createPartSum({
    parts: [
      'treasury_bills',
      'treasury_notes_bonds_nominal',
      'treasury_notes_bonds_inflation_indexed',
      'treasury_inflation_compensation',
    ],
    total: 'treasury_securities_total',
    words: 'bills, nominal and inflation-indexed notes and bonds and inflation compensation',
    rule: 'they may differ by 1 for rounding',
    tolerance: { usual: 1, most: 2 },
    decimals: 0,
  });
}
