import type { ListSample } from '../sample/types.ts';
import { CONSTITUENTS } from './definition.ts';

/** Sectors of the Global Industry Classification Standard, how many companies each has here, and a word for their names. */
const SECTORS: readonly [sector: string, companies: number, business: string][] = [
  ['Information Technology', 70, 'Circuits'],
  ['Financials', 74, 'Trust'],
  ['Health Care', 62, 'Remedies'],
  ['Consumer Discretionary', 50, 'Outfitters'],
  ['Communication Services', 22, 'Signals'],
  ['Industrials', 78, 'Works'],
  ['Consumer Staples', 38, 'Larder'],
  ['Energy', 22, 'Fuels'],
  ['Utilities', 30, 'Light'],
  ['Real Estate', 30, 'Estates'],
  ['Materials', 24, 'Minerals'],
];
const BEGINNINGS = ['Alder', 'Bram', 'Corrin', 'Dun', 'Ellow', 'Fen', 'Garrow', 'Hollin', 'Ister', 'Jarrow'];
const ENDINGS = ['moor', 'vale', 'dale', 'wick', 'stead', 'combe', 'thorpe', 'mere'];
const COUNT = SECTORS.reduce((sum, [, companies]) => sum + companies, 0);

/**
 * 500 invented companies by weight. Names end with '(made up)' and tickers contain digits, which those of no US exchange do, so
 * that none can be taken for a real one. Weights are percent with two decimals and add up to 100.00.
 */
export function makeConstituents(): ListSample {
  const weights = hundredths();
  const left = SECTORS.map(([, companies]) => companies);
  const rows = weights.map((weight, rank) => {
    const place = nextSector(left, rank);
    left[place] = (left[place] ?? 0) - 1;
    const [sector, companies, business] = SECTORS[place] ?? ['', 0, ''];
    const number = companies - (left[place] ?? 0) - 1;
    const name = `${BEGINNINGS[number % 10]}${ENDINGS[Math.floor(number / 10)]} ${business}`;
    return {
      ticker: `SMPL${String(rank + 1).padStart(3, '0')}`,
      name: `${name} (made up)`,
      sector,
      weight: (weight / 100).toFixed(2),
    };
  });
  return { code: CONSTITUENTS.headline, rows };
}

/** Weights in hundredths of a percent that fall with the rank as in large indexes: in proportion to 1 / (rank + 6). */
function hundredths(): number[] {
  const shares = Array.from({ length: COUNT }, (_, rank) => 1 / (rank + 6));
  const sum = shares.reduce((all, share) => all + share, 0);
  const weights = shares.map((share) => Math.max(1, Math.floor((10_000 * share) / sum)));
  const missing = 10_000 - weights.reduce((all, weight) => all + weight, 0);
  // The largest get what rounding left over, one hundredth each, so that the order stays.
  return weights.map(
    (weight, rank) => weight + Math.floor(missing / COUNT) + (rank < missing % COUNT ? 1 : 0),
  );
}

/** The sector of which most is left to place, as a share of its companies. Ties go round with the rank. */
function nextSector(left: readonly number[], rank: number): number {
  let best = 0;
  let most = -1;
  for (let step = 0; step < left.length; step++) {
    const place = (rank + step) % left.length;
    const share = (left[place] ?? 0) / (SECTORS[place]?.[1] ?? 1);
    if (share > most) [best, most] = [place, share];
  }
  return best;
}
