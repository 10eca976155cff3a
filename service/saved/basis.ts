import type { FrozenCheck } from '../contract/saved.ts';
import type { Reader } from '../store/index.ts';

/** What freezing needs of the store. */
export type FrozenReader = Pick<
  Reader,
  'columns' | 'constituentCodes' | 'constituentLists' | 'dataVersion' | 'origin' | 'runs'
>;

/** How many numbers or members of then differ now. */
export type Differences = Omit<FrozenCheck, 'state' | 'total'>;

/** What the published data behind a screen are, and how to compare them. `asOf`: an instant; absent: as known now. */
export type Basis = {
  /** The datasets that they are of. */
  readonly datasets: readonly string[];
  /** The lines that are hashed, in parts, with how many there are in each. */
  parts(reader: FrozenReader, asOf?: string): Iterable<{ text: string; rows: number }>;
  /** Compares what was known at an instant with what is known now. */
  differences(reader: FrozenReader, asOf: string): Promise<Differences>;
  /** The lists of members that are shown, the first one first: 'SPY@2025-02-07'; absent where there are none. */
  lists?(reader: FrozenReader, asOf: string): string[];
};
