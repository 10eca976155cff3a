import type { StatementSection } from '../types.ts';

/** The statement of condition of all Federal Reserve Banks: the catalogue's lines, in the H.4.1's order. */
export const RESERVE_STATEMENT: readonly StatementSection[] = [
  {
    title: 'Assets',
    lines: [
      { label: 'Securities held outright', indent: 0 },
      { label: 'US Treasury securities', indent: 1, code: 'treasury_securities_total', isTotal: true },
      { label: 'Bills', indent: 2, code: 'treasury_bills' },
      { label: 'Notes and bonds, nominal', indent: 2, code: 'treasury_notes_bonds_nominal' },
      {
        label: 'Notes and bonds, inflation-indexed',
        indent: 2,
        code: 'treasury_notes_bonds_inflation_indexed',
      },
      { label: 'Inflation compensation', indent: 2, code: 'treasury_inflation_compensation' },
      { label: 'Federal agency debt securities', indent: 1, code: 'federal_agency_debt_securities' },
      { label: 'Mortgage-backed securities', indent: 1, code: 'mortgage_backed_securities' },
      { label: 'Repurchase agreements', indent: 0, code: 'repurchase_agreements' },
      { label: 'Loans', indent: 0, code: 'loans' },
      { label: 'Other assets (without bank premises)', indent: 0, code: 'other_assets_total' },
    ],
  },
  {
    title: 'Liabilities',
    lines: [
      { label: 'Reverse repurchase agreements', indent: 0, code: 'reverse_repurchase_agreements' },
      { label: 'Deposits', indent: 0 },
      {
        label: 'Term deposits held by depository institutions',
        indent: 1,
        code: 'term_deposits_held_by_depository_institutions',
      },
      {
        label: 'Other deposits held by depository institutions',
        indent: 1,
        code: 'other_deposits_held_by_depository_institutions',
      },
      { label: 'US Treasury, General Account', indent: 1, code: 'treasury_general_account' },
    ],
  },
];
