import { IconReportMoney } from '@tabler/icons-react';
import type { ScreenDefinition } from '../frame/types.ts';

type StatementSearch = { date?: string };

/** The Fed's balance sheet of one week, laid out as in its release. */
export const STATEMENT_SCREEN: ScreenDefinition<'/statement', StatementSearch> = {
  path: '/statement',
  title: 'Fed balance sheet',
  icon: IconReportMoney,
  words: 'statement of condition h.4.1 h41 federal reserve assets liabilities factors reserve balances',
  goKey: 'F',
  shortcuts: [
    {
      title: 'In the Fed balance sheet',
      shortcuts: [{ keys: [['['], [']']], does: 'The week before or after' }],
    },
  ],
  readSearch: ({ date }) => (date === undefined ? {} : { date: String(date) }),
  load: async () => (await import('./statement-screen.tsx')).StatementScreen,
  loadTile: async () => (await import('./statement-screen.tsx')).StatementTile,
};
