import { distance } from 'fastest-levenshtein';
import { DATASETS, type Dataset } from './index.ts';
import { isStateCode } from './states.ts';
import type { Series } from './types.ts';

export type SearchHit = { dataset: Dataset; series: Series; score: number };

/** Points for a word of the query that equals a word of the field, or begins one. The best field counts. */
const FIELDS = {
  title: { whole: 10, start: 7 },
  code: { whole: 8, start: 6 },
  synonyms: { whole: 6, start: 4 },
  ids: { whole: 6, start: 5 },
  dataset: { whole: 3, start: 2 },
} as const;
type SearchField = keyof typeof FIELDS;

const EXACT_CODE = 1000;
const WHOLE_TITLE = 40;
const WHOLE_SYNONYM = 30;
const HEADLINE = 5;
const TITLE_START = 3;

type SearchEntry = {
  dataset: Dataset;
  series: Series;
  words: Record<SearchField, readonly string[]>;
  title: string;
  synonyms: readonly string[];
  ids: readonly string[];
};

let index: readonly SearchEntry[] | undefined;

/**
 * Finds series by words, or beginnings of words, of the title, code, dataset, synonyms or publisher's ids.
 * Every word of the query must match; a word of four letters or more that is not in the catalogue may be one
 * letter off. An exact code or publisher's id comes first; equal scores keep the catalogue's order.
 * @returns at most `limit` hits, best first; none for an empty query.
 */
export function searchCatalogue(query: string, limit = 20): SearchHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  index ??= DATASETS.flatMap((dataset) => dataset.series.map((series) => entryOf(dataset, series)));
  const typed = query.trim().toLowerCase();
  const entries = index;
  // Only a word that matches no entry can be a typo.
  const wrong = new Set(words.filter((word) => entries.every((entry) => bestOf(entry, word) === 0)));
  const hits = hitsOf(entries, (entry) => scoreOf(entry, typed, words, wrong));
  return hits.sort((a, b) => b.score - a.score).slice(0, limit);
}

function hitsOf(entries: readonly SearchEntry[], score: (entry: SearchEntry) => number): SearchHit[] {
  return entries.flatMap((entry) => {
    const points = score(entry);
    return points > 0 ? [{ dataset: entry.dataset, series: entry.series, score: points }] : [];
  });
}

function entryOf(dataset: Dataset, series: Series): SearchEntry {
  const ids = series.publisherIds.map(({ id }) => id.toLowerCase());
  return {
    dataset,
    series,
    words: {
      title: wordsOf(`${series.title} ${series.group}`),
      code: wordsOf(series.code),
      synonyms: series.synonyms.flatMap(wordsOf),
      ids: [...ids, ...ids.flatMap(wordsOf)],
      dataset: wordsOf(`${dataset.title} ${dataset.id} ${dataset.publisher}`),
    },
    title: wordsOf(series.title).join(' '),
    synonyms: series.synonyms.map((synonym) => wordsOf(synonym).join(' ')),
    ids: [series.code.toLowerCase(), ...ids],
  };
}

function scoreOf(
  entry: SearchEntry,
  typed: string,
  words: readonly string[],
  wrong: ReadonlySet<string>,
): number {
  if (entry.ids.some((id) => isSameId(id, typed))) return EXACT_CODE;
  let score = 0;
  for (const word of words) {
    const points = bestOf(entry, word) || (wrong.has(word) && isNearly(entry, word) ? 1 : 0);
    if (points === 0) return 0;
    score += points;
  }
  const phrase = words.join(' ');
  if (entry.title === phrase) score += WHOLE_TITLE;
  else if (entry.title.startsWith(phrase)) score += TITLE_START;
  if (entry.synonyms.includes(phrase)) score += WHOLE_SYNONYM;
  if (entry.dataset.headline === entry.series.code) score += HEADLINE;
  return score;
}

/** FRED's ids of state series begin with the state: `CAICLAIMS` is `{ST}ICLAIMS`. */
function isSameId(id: string, typed: string): boolean {
  if (!id.startsWith('{st}')) return id === typed;
  return isStateCode(typed.slice(0, 2).toUpperCase()) && typed.slice(2) === id.slice(4);
}

function bestOf(entry: SearchEntry, word: string): number {
  let best = 0;
  for (const field of Object.keys(FIELDS) as SearchField[]) {
    const { whole, start } = FIELDS[field];
    if (best >= whole) continue;
    for (const candidate of entry.words[field]) {
      if (candidate === word) best = Math.max(best, whole);
      else if (candidate.startsWith(word) || word === `${candidate}s`) best = Math.max(best, start);
    }
  }
  return best;
}

/** True if a word is one letter off a word of the entry, or off the beginning of one. */
function isNearly({ words }: SearchEntry, word: string): boolean {
  return Object.values(words).some((known) => known.some((one) => isTypo(word, one)));
}

/** Shorter words are too much alike. */
const SHORTEST_FORGIVEN = 4;

/** The beginnings of shorter words match too much. */
const SHORTEST_BEGINNING = 6;

/**
 * @returns whether a word is one letter off another ('quitts'), or off the beginning of a longer word
 * ('unemploi' for 'unemployment'). A digit is never a typo: `GS10` is not `DGS10`.
 */
export function isTypo(word: string, known: string): boolean {
  if (word.length < SHORTEST_FORGIVEN || known.startsWith(word) || /\d/.test(word)) return false;
  if (distance(word, known) === 1) return true;
  if (word.length < SHORTEST_BEGINNING || known.length <= word.length) return false;
  return [-1, 0, 1].some((more) => distance(word, known.slice(0, word.length + more)) === 1);
}

/** Splits text into words of letters and digits; a dot inside a word stays (`h.4.1`, `1.5`). */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+(?:\.[a-z0-9]+)*/g) ?? [];
}
