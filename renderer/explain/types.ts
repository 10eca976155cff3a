import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** A member of a list of constituents, by what identifies it (`byIdentity`); '' is the list as a whole. */
export type ListedMember = { code: string; date: string; member: string };

/** A number and the numbers that it was computed from, down to published observations. Its texts are `plainly` written, and can be copied. */
export type NumberNode = {
  /** 'Initial claims, SA', '52 weeks before', 'a: Initial claims, SA'; '' where the date is enough. */
  label: string;
  /** Its date, and the same in words: '2026-07-01', '2026 Q3'. */
  date: string;
  period: string;
  /** `undefined` where there is no value; then `words` says why, as far as that is known. */
  value: string | undefined;
  unit: string;
  /** How it was computed: 'As published', 'Average of 4 weekly values'. */
  words: string;
  /** With letters: '(x(t) ÷ x(t−n) − 1) × 100'; '' where there is none. */
  formula: string;
  /** With its numbers: '(219,000 ÷ 212,000 − 1) × 100 = 3.30189'; '' where there is none. */
  numbers: string;
  /** The series, where the number is an observation of a publisher. */
  published: SeriesChoice | undefined;
  /** The list of constituents that has the number; absent where none has. */
  listed?: ListedMember;
  /** The numbers that it was computed from. */
  parts: () => readonly NumberNode[];
};

/** Words, or a number and the word of the address that explains it. `short` is shown in place of a long `text`, which is copied. */
export type ToldPart = string | { text: string; explain: string; short?: string };
