import { Failure } from '../contract/failure.ts';
import type { Dataset } from '../datasets/types.ts';
import { type Derivation, type DerivationName, judgeDerivation } from '../derived/index.ts';
import { latestToday } from './date-parameters.ts';
import { type Query, single } from './parameters.ts';
import { invalid } from './refusal.ts';

/** In the order that `next_url` repeats them in. */
const NAMES: Readonly<Record<DerivationName, string>> = {
  units: 'pc1',
  frequency: 'm',
  aggregation_method: 'avg',
  index_date: '2020-02-01',
};

/**
 * @returns what is asked of the series beyond their observations as published, `undefined` where nothing is; and the
 * parameters as they were given.
 * @throws Refusal 422 naming the parameter.
 */
export function derivationParameters(
  dataset: Dataset,
  codes: readonly string[],
  query: Query,
  now: Date,
): { derivation: Derivation | undefined; canonical: string[] } {
  const words: Partial<Record<DerivationName, string>> = {};
  for (const [name, example] of Object.entries(NAMES) as [DerivationName, string][]) {
    const text = single(query, name, example);
    if (text !== undefined) words[name] = text.trim();
  }
  try {
    const write = (name: DerivationName, value: string) => `${name}=${value}`;
    const derivation = judgeDerivation(dataset, codes, words, write, latestToday(now));
    return { derivation, canonical: Object.entries(words).map(([name, text]) => `${name}=${text}`) };
  } catch (error) {
    if (!(error instanceof Failure && error.at.parameter !== undefined)) throw error;
    throw invalid(error.at.parameter, error.message);
  }
}
