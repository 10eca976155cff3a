/** @returns a ticker as lists are compared by it: `BRK.B`, `BRK-B` and `brkb` are all `BRKB`. */
export function foldTicker(ticker: string): string {
  return ticker.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
