import { Box, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { UI_WEEKLY_CLAIMS } from '../../service/datasets/ui_weekly_claims/definition.ts';
import { US_DEBT } from '../../service/datasets/us_debt/definition.ts';
import { freePlace, USUAL_TILE } from './places.ts';

/** Cards of boards or templates, as many in a row as fit. */
export const CARDS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
  gap: '0.75rem',
};

export function TemplatesList(props: { isBusy: boolean; onCopy: (template: Template) => void }) {
  return (
    <ul className="list" style={CARDS}>
      {TEMPLATES.map((template) => (
        <Box component="li" key={template.name} className="card column gap-6" p="sm">
          <h3 className="heading">{template.name}</h3>
          <p className="fine">{template.note}</p>
          <p className="quiet fine">{template.tiles.map(([title]) => title).join(' · ')}</p>
          <Button
            variant="default"
            mt="auto"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCopy size={15} stroke={1.6} />}
            disabled={props.isBusy}
            onClick={() => props.onCopy(template)}
          >
            Copy {template.name}
          </Button>
        </Box>
      ))}
    </ul>
  );
}

export type Template = {
  name: string;
  note: string;
  range: string;
  /** The content of each tile: the search of a chart in Explore, or another screen's address. */
  tiles: readonly [title: string, shown: string][];
};

const DEBT = US_DEBT.id;
const RESERVE_FACTORS = FACTORS_AFFECTING_RESERVE_BALANCES.id;
const CLAIMS = UI_WEEKLY_CLAIMS.id;

export const TEMPLATES: readonly Template[] = [
  {
    name: 'Labour',
    note: 'Who loses work, who is hired, who quits.',
    range: 'range=5Y',
    tiles: [
      [
        'Initial claims and their 4-week average',
        `series=${CLAIMS}.initial_claims_sa,${CLAIMS}.initial_claims_sa_4w_avg`,
      ],
      ['Continued claims', `series=${CLAIMS}.continued_claims_sa&type=area`],
      ['Openings and hires', 'series=jolts.job_openings_level_sa,jolts.hires_level_sa'],
      ['Quits and layoffs, rates', 'series=jolts.quits_rate_sa,jolts.layoffs_discharges_rate_sa'],
      ['Initial claims by state', '/states'],
      [
        'Personal income on the year',
        'series=personal_income_and_outlays.total_personal_income&units=pc1&type=bar',
      ],
    ],
  },
  {
    name: 'Rates',
    note: 'The Treasury curve, its tenors and its spreads.',
    range: 'range=5Y',
    tiles: [
      ['2, 10 and 30 years', 'series=yields.US2Y,yields.US10Y,yields.US30Y'],
      ['10 years less 2 years', 'series=yields.US10Y_US2Y&type=area'],
      ['10 years less 3 months', 'series=yields.US10Y_US3M&type=area'],
      ['Bills', 'series=yields.US1M,yields.US3M,yields.US6M'],
      ['30 years less 5 years', 'series=yields.US30Y_US5Y&type=area'],
      ['The curve, a month and a year ago', '/yields'],
    ],
  },
  {
    name: 'Fed',
    note: 'What the Federal Reserve holds and owes.',
    range: 'range=10Y',
    tiles: [
      [
        'Securities held',
        `series=${RESERVE_FACTORS}.treasury_securities_total,${RESERVE_FACTORS}.mortgage_backed_securities&type=stacked`,
      ],
      ['The balance sheet of the week', '/statement'],
      [
        'Bills and notes',
        `series=${RESERVE_FACTORS}.treasury_bills,${RESERVE_FACTORS}.treasury_notes_bonds_nominal`,
      ],
      ['Reverse repos', `series=${RESERVE_FACTORS}.reverse_repurchase_agreements&type=area`],
      ['The Treasury’s account', `series=${RESERVE_FACTORS}.treasury_general_account&type=area`],
      ['Loans and repos', `series=${RESERVE_FACTORS}.loans,${RESERVE_FACTORS}.repurchase_agreements`],
    ],
  },
  {
    name: 'Debt',
    note: 'What the United States owe, to whom, and at what rate.',
    range: 'range=5Y',
    tiles: [
      [
        'Debt by holder',
        `series=${DEBT}.debt_held_by_public,${DEBT}.intragovernmental_holdings&type=stacked`,
      ],
      ['Total, on the year', `series=${DEBT}.total_public_debt_outstanding&units=pc1&frequency=m`],
      [
        'Share held by the public',
        `series=${DEBT}.debt_held_by_public:hidden,${DEBT}.total_public_debt_outstanding:hidden&formulas=a/b*100`,
      ],
      ['Treasuries that the Fed holds', `series=${RESERVE_FACTORS}.treasury_securities_total&type=area`],
      ['The Treasury’s account', `series=${RESERVE_FACTORS}.treasury_general_account`],
      ['What a 10-year note yields', 'series=yields.US10Y'],
    ],
  },
];

/** @returns the content of a board copied from a template. @param empty a new board's content */
export function copyOf({ range, tiles }: Template, empty: BoardContent, newId: () => string): BoardContent {
  const made: BoardTile[] = [];
  for (const [title, shown] of tiles)
    made.push({
      ...{ id: newId(), title, range: null },
      address: shown.startsWith('/') ? shown : `/explore?${shown}`,
      ...USUAL_TILE,
      ...freePlace(made, USUAL_TILE),
    });
  return { ...empty, range, tiles: made };
}
