import { quote } from '../../sources/row-failure.ts';

/** Daily rates of the Treasury that are not the nominal par yield curve, although their pages and files look like it. */
type OtherRates = {
  what: string;
  /** What only the header of their CSV has. */
  csv?: RegExp;
  /** What only their XML feed has: its title (which every entry repeats) or its elements. */
  xml: RegExp;
};

const REAL = 'real par yields (of inflation-indexed securities)';
const OTHER: readonly OtherRates[] = [
  { what: REAL, xml: /DailyTreasuryReal(Par)?YieldCurve|\bTC_\d+YEAR\b/ },
  {
    what: 'bill rates',
    csv: /\bWEEKS? (BANK DISCOUNT|COUPON EQUIVALENT)/i,
    xml: /DailyTreasuryBillRate|\bROUND_B1_|\bCS_\d+WK_/,
  },
  {
    what: 'real long-term rates',
    csv: /\bLT REAL AVERAGE\b/i,
    xml: /DailyTreasuryRealLongTerm/,
  },
  {
    what: 'long-term rates',
    csv: /\bLT COMPOSITE\b|\bTREASURY 20-Yr CMT\b|\bExtrapolation Factor\b/i,
    xml: /DailyTreasuryLongTermRate|:RATE_TYPE\b/,
  },
];

const RIGHT =
  'Almanac holds the nominal par yield curve: "Daily Treasury Par Yield Curve Rates" (daily_treasury_yield_curve) is right.';

/** @returns the rest of a sentence about a CSV file with this header, or `undefined` where it has none of the other rates. */
export function describeOtherRatesCsv(firstLine: string): string | undefined {
  const found = OTHER.find(({ csv }) => csv?.test(firstLine));
  return found && `holds the Treasury’s ${found.what}, another dataset. ${RIGHT}`;
}

/** @returns the rest of a sentence about an XML feed that begins so, or `undefined` where it has none of the other rates. */
export function describeOtherRatesXml(text: string): string | undefined {
  const found = OTHER.find(({ xml }) => xml.test(text));
  return found && `holds the Treasury’s ${found.what}, another dataset. ${RIGHT}`;
}

/** The nominal curve has had shorter maturities in every year and in both forms, the real one never. */
const SHORTEST_REAL_YEARS = 5;

/** @returns whether a maturity (`US1_5M`, `US10Y`, held by Almanac or not) is one that only the nominal curve has. */
export function isOnlyNominal(code: string): boolean {
  return code.endsWith('M') || Number(code.slice(2, -1)) < SHORTEST_REAL_YEARS;
}

/**
 * @param maturities as the file names them, all of five years and more.
 * @returns the rest of a sentence about a curve that has no shorter ones.
 */
export function describeRealCurve(maturities: readonly string[]): string {
  return `holds the Treasury’s ${REAL}, another dataset, or a part of the nominal ones that cannot be told from them: it has ${maturities.map((name) => quote(name)).join(', ')} and no maturity under ${SHORTEST_REAL_YEARS} years. ${RIGHT}`;
}
