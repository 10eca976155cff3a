import { type Dataset, findDataset } from '../../service/datasets/index.ts';

/** A line of the release that the catalogue has, or a heading over such lines, which has no number here. */
export type StatementLine = {
  /** The release's own words. */
  label: string;
  /** How far in it stands: 0 to 2. */
  indent: 0 | 1 | 2;
  /** The series' code; absent of a heading. */
  code?: string;
  isTotal?: boolean;
};
export type StatementSection = { title: string; lines: readonly StatementLine[] };

export const STATEMENT_DATASET = findDataset('factors_affecting_reserve_balances') as Dataset;

/**
 * The consolidated statement of condition of all Federal Reserve Banks, in the order and with the indents of the H.4.1 release, as
 * far as the catalogue's series go: no line stands for what is not held, and nothing is added up.
 */
export const STATEMENT: readonly StatementSection[] = [
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
      { label: 'Other assets', indent: 0, code: 'other_assets_total' },
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

/** The codes of all lines, in their order. */
export const STATEMENT_CODES: readonly string[] = STATEMENT.flatMap(({ lines }) =>
  lines.flatMap(({ code }) => code ?? []),
);
