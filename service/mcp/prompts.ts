import { Type } from 'typebox';

/** Questions that a person can choose in the assistant's own list. */

export type Prompt = {
  name: string;
  title: string;
  description: string;
  /** The arguments, all of them texts; absent where it takes none. */
  argument?: ReturnType<typeof Type.Object>;
  write(given?: Record<string, string>): string;
};

const HOW =
  'Name unit, seasonal adjustment, source and date of every number, say so where the data are samples or late, and give the address of the chart.';

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'claims_this_week',
    title: 'What changed in this week’s claims?',
    description: 'Initial and continued claims: newest week, change, four-week average, revisions',
    write: () =>
      `What changed in this week’s unemployment insurance claims? Take initial and continued claims, seasonally adjusted: the newest week against the week before and a year ago, the four-week averages, and whether last week was revised. Four sentences. ${HOW}`,
  },
  {
    name: 'yield_curve_change',
    title: 'How did the yield curve move?',
    description: 'Treasury par yields between two dates',
    argument: Type.Object({
      from: Type.String({ description: 'The earlier date, YYYY-MM-DD' }),
      to: Type.String({ description: 'The later date, YYYY-MM-DD' }),
    }),
    write: ({ from = '', to = '' } = {}) =>
      `How did the US Treasury yield curve move from ${from} to ${to}? Compare 3 months, 2, 5, 10 and 30 years on both dates, and the spread of 10 years over 2. Was it steeper or flatter after? ${HOW}`,
  },
  {
    name: 'check_a_number',
    title: 'Where does this number come from?',
    description: 'A value’s source, place in its file, and earlier values',
    argument: Type.Object({
      what: Type.String({ description: 'The number in words: "quits rate of August 2026"' }),
    }),
    write: ({ what = '' } = {}) =>
      `Find the series and the date of this number in Almanac: ${what}. Say what its value is, which file or address it comes from and where in it, when it was first seen, and whether it was revised. ${HOW}`,
  },
];
