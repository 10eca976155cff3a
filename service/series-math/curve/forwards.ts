/**
 * How wrong a forward rate is that treats par yields as zero rates. Nothing shows forwards: the guide says by this why not. The curve is an
 * illustration, so these are doubles; half-yearly coupons, par yields joined linearly between the tenors.
 */

/** A tenor in years and its par yield, percent per year, bond-equivalent. Ascending, from half a year or less. */
export type ParYield = readonly [years: number, percent: number];

/** @returns the par yield of a maturity between the first and the last tenor. */
function parYield(curve: readonly ParYield[], years: number): number {
  const after = curve.findIndex(([tenor]) => tenor >= years);
  const [tenor, percent] = curve[after] as ParYield;
  if (tenor === years) return percent;
  const [before, from] = curve[after - 1] as ParYield;
  return from + ((percent - from) * (years - before)) / (tenor - before);
}

/** @returns by half-year the value today of a dollar then: each coupon bond at par is worth 1. */
function discountFactors(curve: readonly ParYield[], years: number): number[] {
  const factors = [1];
  for (let half = 1, coupons = 0; half <= years * 2; half++) {
    const coupon = parYield(curve, half / 2) / 200;
    const factor = (1 - coupon * coupons) / (1 + coupon);
    factors.push(factor);
    coupons += factor;
  }
  return factors;
}

/** The rate from one year to a later one in percent, compounded twice a year: bootstrapped, and with par yields as zero rates. */
export type Forward = { bootstrapped: number; naive: number };

/** @param from, to whole years that the curve covers. */
export function forwardRate(curve: readonly ParYield[], from: number, to: number): Forward {
  const rate = (growth: number) => 200 * (growth ** (1 / ((to - from) * 2)) - 1);
  const factors = discountFactors(curve, to);
  const grown = (years: number) => (1 + parYield(curve, years) / 200) ** (years * 2);
  return {
    bootstrapped: rate((factors[from * 2] as number) / (factors[to * 2] as number)),
    naive: rate(grown(to) / grown(from)),
  };
}
