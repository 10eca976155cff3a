import type { Scheme } from '../chart/index.ts';
import type { BandEnds, Compared, Curves, SpreadLine } from './curves.ts';
import type { Scrub } from './scrub.ts';
import type { YieldsState } from './search.ts';

/** What all parts of the screen draw. */
export type Shown = {
  curves: Curves;
  /** Of the day of the address. */
  row: number;
  /** False while only the day of the address is loaded. */
  isWhole: boolean;
  /** Rows of the range, half open, and its days. */
  rows: { start: number; end: number };
  days: { from: number; to: number };
  state: YieldsState;
  compared: readonly Compared[];
  band: BandEnds | undefined;
  spreads: readonly SpreadLine[];
  scheme: Scheme;
  scrub: Scrub;
  change: (part: Partial<YieldsState>) => void;
  /** Takes the day of the scrub into the address. */
  settle: () => void;
  explain: (word: string) => void;
};
