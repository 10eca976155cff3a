import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** A member of a list of constituents by its key (`byIdentity`); '' for the whole list. */
export type ListedMember = { code: string; date: string; member: string };

/** A number with the numbers it was computed from, down to observations. Texts are plain, for copying. */
export type NumberNode = {
  /** 'Initial claims, SA', '52 weeks before', 'a: Initial claims, SA'; '' if the date is enough. */
  label: string;
  /** Its date, as a day and as a period: '2026-07-01', '2026 Q3'. */
  date: string;
  period: string;
  /** `undefined` if there is no value; `words` explains why, if it is known. */
  value: string | undefined;
  unit: string;
  /** How it was computed: 'As published', 'Average of 4 weekly values'. */
  words: string;
  /** With letters: '(x(t) ÷ x(t−n) − 1) × 100'; '' if there is none. */
  formula: string;
  /** With its numbers: '(219,000 ÷ 212,000 − 1) × 100 = 3.30189'; '' if there is none. */
  numbers: string;
  /** The series, if the number is a published observation. */
  published: SeriesChoice | undefined;
  /** The list of constituents that contains the number, if there is one. */
  listed?: ListedMember;
  /** The numbers that it was computed from. */
  parts: () => readonly NumberNode[];
};

/** Text, or a number with its word in the address. `short` is displayed instead of a long `text`. */
export type SentencePart = string | { text: string; explain: string; short?: string };
