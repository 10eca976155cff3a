import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** A number with what it was made of, down to the observations as they were published. */
export type NumberNode = {
  /** 'Initial claims, SA', '52 weeks before', 'a: Initial claims, SA'; '' where its date says enough. */
  label: string;
  /** The day that dates it, and the same for people: '2026-11-14', '2026 Q3'. */
  date: string;
  period: string;
  /** undefined: there is none, and `words` says why as far as that is known. */
  value: string | undefined;
  unit: string;
  /** How it came about: 'As published', 'Average of 4 weekly values'. */
  words: string;
  /** With letters: '(x(t) ÷ x(t−n) − 1) × 100'; '' where there is none. */
  formula: string;
  /** With its numbers: '(219,000 ÷ 212,000 − 1) × 100 = 3.30189'; '' where there is none. */
  numbers: string;
  /** Where it is an observation of a publisher: whose. */
  published: SeriesChoice | undefined;
  /** What it was made of; found when it is asked for. */
  parts: () => readonly NumberNode[];
};
