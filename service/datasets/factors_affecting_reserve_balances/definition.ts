import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { type ObservationsDefinition, PUBLIC_DOMAIN, type Series } from '../types.ts';
import { RESERVE_STATEMENT } from './statement.ts';

const SHARED = ['fed', 'federal reserve', 'balance sheet', 'h.4.1', 'h41'];
const HOLDINGS = [
  'qe',
  'qt',
  'quantitative easing',
  'quantitative tightening',
  'soma',
  'securities held outright',
  ...SHARED,
];

type ReserveFactor = {
  code: string;
  title: string;
  what: string;
  group: 'Securities held outright' | 'Lending' | 'Other assets' | 'Liabilities';
  /** The Board's series id without `_N.WW` (not adjusted, Wednesday level). */
  board: string;
  fred: readonly string[];
  synonyms: readonly string[];
};

function factor({ code, title, what, group, board, fred, synonyms }: ReserveFactor): Series {
  return {
    code,
    title,
    description: `${what}, at the end of Wednesday.`,
    group,
    unit: 'millions of US dollars',
    unitShort: '$ mn',
    multiplier: 6,
    frequency: 'Weekly',
    seasonalAdjustment: 'NSA',
    defaultAggregation: 'eop',
    allowedAggregations: ['eop', 'avg'],
    publisherIds: [
      { system: 'Federal Reserve', id: `${board}_N.WW` },
      ...fred.map((id) => ({ system: 'FRED', id })),
    ],
    synonyms: [...synonyms, ...(group === 'Securities held outright' ? HOLDINGS : SHARED)],
  };
}

const FACTORS: readonly ReserveFactor[] = [
  {
    code: 'treasury_securities_total',
    title: 'US Treasury securities held, total',
    what: 'Face value of all Treasury securities that the Federal Reserve holds outright, with inflation compensation',
    group: 'Securities held outright',
    board: 'RESPPALGUO',
    fred: ['TREAST', 'WSHOTSL'],
    synonyms: ['treasuries', 'fed holdings', 'treasury holdings'],
  },
  {
    code: 'treasury_bills',
    title: 'Treasury bills held',
    what: 'Treasury bills that the Federal Reserve holds outright',
    group: 'Securities held outright',
    board: 'RESPPALGUOB',
    fred: ['WSHOBL'],
    synonyms: ['t-bills', 'bills'],
  },
  {
    code: 'treasury_notes_bonds_nominal',
    title: 'Treasury notes and bonds held, nominal',
    what: 'Nominal Treasury notes and bonds that the Federal Reserve holds outright',
    group: 'Securities held outright',
    board: 'RESPPALGUOMN',
    fred: ['WSHONBNL'],
    synonyms: ['notes', 'bonds', 'coupons'],
  },
  {
    code: 'treasury_notes_bonds_inflation_indexed',
    title: 'Treasury notes and bonds held, inflation-indexed',
    what: 'Inflation-indexed Treasury securities that the Federal Reserve holds outright, at original face value',
    group: 'Securities held outright',
    board: 'RESPPALGUOMI',
    fred: ['WSHONBIIL'],
    synonyms: ['tips', 'inflation-protected'],
  },
  {
    code: 'treasury_inflation_compensation',
    title: 'Inflation compensation on Treasury securities held',
    what: 'Compensation for inflation that has accrued on the inflation-indexed securities held',
    group: 'Securities held outright',
    board: 'RESPPALGUOMC',
    fred: ['WSHOICL'],
    synonyms: ['tips compensation', 'inflation accrual'],
  },
  {
    code: 'federal_agency_debt_securities',
    title: 'Federal agency debt securities held',
    what: 'Debt securities of Fannie Mae, Freddie Mac and the Federal Home Loan Banks held outright',
    group: 'Securities held outright',
    board: 'RESPPALGAO',
    fred: ['WSHOFADSL'],
    synonyms: ['agency debt', 'agencies', 'fannie mae', 'freddie mac', 'gse'],
  },
  {
    code: 'mortgage_backed_securities',
    title: 'Mortgage-backed securities held',
    what: 'Guaranteed mortgage-backed securities held outright, at remaining principal',
    group: 'Securities held outright',
    board: 'RESPPALGASMO',
    fred: ['WSHOMCB'],
    synonyms: ['mbs', 'agency mbs', 'mortgages'],
  },
  {
    code: 'loans',
    title: 'Loans',
    what: 'Loans of the Federal Reserve Banks to depository institutions and others, gross',
    group: 'Lending',
    board: 'RESPPALD',
    fred: ['WLCFLL'],
    synonyms: ['discount window', 'primary credit', 'btfp', 'lending facilities'],
  },
  {
    code: 'repurchase_agreements',
    title: 'Repurchase agreements',
    what: 'Cash lent against securities under agreements to resell them',
    group: 'Lending',
    board: 'RESPPALGTR',
    fred: ['WORAL'],
    synonyms: ['repo', 'repos', 'standing repo facility', 'srf'],
  },
  {
    code: 'reverse_repurchase_agreements',
    title: 'Reverse repurchase agreements',
    what: 'Cash taken against securities, from foreign official accounts and other counterparties',
    group: 'Liabilities',
    board: 'RESPPLLR',
    fred: ['WLRRAL'],
    synonyms: ['rrp', 'on rrp', 'reverse repo', 'overnight reverse repo'],
  },
  {
    code: 'treasury_general_account',
    title: 'Treasury General Account',
    what: 'The US Treasury’s deposits at the Federal Reserve Banks',
    group: 'Liabilities',
    board: 'RESPPLLDT',
    fred: ['WDTGAL'],
    synonyms: ['tga', 'treasury cash', 'cash balance', 'government deposits'],
  },
  {
    code: 'term_deposits_held_by_depository_institutions',
    title: 'Term deposits held by depository institutions',
    what: 'Deposits of a fixed term that depository institutions hold at the Federal Reserve Banks',
    group: 'Liabilities',
    board: 'RESPPLLDA',
    fred: ['TERMT'],
    synonyms: ['term deposit facility', 'tdf'],
  },
  {
    code: 'other_deposits_held_by_depository_institutions',
    title: 'Other deposits held by depository institutions',
    what: 'Deposits of depository institutions that have no term, reserve balances above all',
    group: 'Liabilities',
    board: 'RESPPLLDD',
    fred: ['WLODLL'],
    synonyms: ['reserves', 'bank reserves', 'reserve balances', 'liquidity'],
  },
  {
    code: 'other_assets_total',
    title: 'Other assets, without bank premises',
    what: 'Assets of the Federal Reserve Banks that no other line of the release holds, such as accrued interest; bank premises are a line of their own',
    group: 'Other assets',
    board: 'RESPPAO',
    fred: ['WAOAL'],
    synonyms: ['accrued interest', 'other assets, total'],
  },
];

export const FACTORS_AFFECTING_RESERVE_BALANCES: ObservationsDefinition<'factors_affecting_reserve_balances'> =
  {
    id: 'factors_affecting_reserve_balances',
    kind: 'observations',
    group: 'economic-data',
    title: 'Factors affecting reserve balances (H.4.1)',
    description: 'Weekly assets and main liabilities of the Federal Reserve Banks, Wednesday level.',
    frequency: 'Weekly',
    publisher: 'Board of Governors of the Federal Reserve System',
    source: { name: 'H.4.1 release', url: 'https://www.federalreserve.gov/releases/h41/' },
    licence: PUBLIC_DOMAIN,
    fredRelease: { id: 20, name: 'H.4.1 Factors Affecting Reserve Balances' },
    release: {
      text: 'Thursday 16:30 ET, as of the Wednesday before',
      ...EXACT,
      // If Thursday is a holiday, the Board publishes on the next business day.
      day: (wednesday) => businessDayOnOrAfter(wednesday + 1),
      timeEastern: '16:30',
    },
    observedOn: 'Wednesday',
    isLevel: true,
    historyFrom: '2002-12-18',
    byState: false,
    headline: 'treasury_securities_total',
    sum: {
      parts: [
        'treasury_bills',
        'treasury_notes_bonds_nominal',
        'treasury_notes_bonds_inflation_indexed',
        'treasury_inflation_compensation',
      ],
      total: 'treasury_securities_total',
      words: 'bills, nominal and inflation-indexed notes and bonds and inflation compensation',
      decimals: 0,
    },
    statement: RESERVE_STATEMENT,
    notes: [
      'Wednesday levels, not averages of the week: FRED’s WTREGEN and WRESBAL are week averages and differ.',
      'Bills, nominal notes and bonds, inflation-indexed notes and bonds and inflation compensation add up to the total, but for rounding: by 2 at most.',
      'The dataset holds fourteen lines of the statement, so assets and liabilities here do not balance. Bank premises are among those that it lacks: other assets are without them.',
    ],
    series: FACTORS.map(factor),
  };
