import type { Chromium } from './chromium.ts';
import type { Flags } from './flags.ts';
import type { Network } from './network.ts';

/** What all parts of the double share. */
export type Engine = {
  flags: Flags;
  chromium: Chromium;
  network: Network;
  isReady(): boolean;
};

/** @throws Error in Electron's own words where the app is not ready yet */
export function needsReady(engine: Engine, sentence: string): void {
  if (!engine.isReady()) throw new Error(sentence);
}
