import { type TObject, Type } from 'typebox';
import { Failure } from '../contract/failure.ts';
import { jsonBytes } from '../contract/fits.ts';
import { ANSWER_BYTES } from '../contract/names.ts';
import { orNull } from '../contract/schema.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/index.ts';

/** Where the answers come from: the running service, or the files of a data folder. */
export type AssistantSource = {
  /** Calls `use` with a reader of the data as they are now. */
  read<Result>(use: (reader: Reader) => Promise<Result>): Promise<Result>;
  now: () => Date;
  version: string;
  /** Addresses of the API and of the page, without a slash at the end. They may change while Almanac runs. */
  addresses: () => Addresses;
  /** The guide; empty where the program has none beside it. */
  guide: () => readonly GuidePiece[];
  /** Writes one line about an error that is a bug. */
  log: (line: string) => void;
};

/** A page of the guide, or a part of a long one: 'units', 'units/2'. `text`: Markdown, no longer than an answer. */
export type GuidePiece = { name: string; title: string; text: string };

/** `api`: 'http://127.0.0.1:4780'. `chart`: what stands before the '?' of a chart's address. */
export type Addresses = { api: string; chart: string };

export type Desk = {
  reader: Reader;
  now: Date;
  /** The last day that a date may name, `YYYY-MM-DD`. */
  latest: string;
  addresses: Addresses;
};

/** The answer of a tool, twice: typed, and as text for clients that show only text. */
export type ToolAnswer = { structured: Readonly<Record<string, unknown>>; text: string };

/** A tool that assistants can call. None of them changes anything. */
export type Tool = {
  name: string;
  title: string;
  /** What it does and when to call it, for the assistant. */
  description: string;
  /** The arguments; the texts of their fields are what an assistant knows of them. */
  input: TObject;
  output: TObject;
  /** @param given fits `input`. @throws Failure whose message says what is wrong and what would be right. */
  run(given: never, desk: Desk): Promise<ToolAnswer>;
};

/** For what the protocol adds to a result. */
const ROOM = 200;

export function resultOf({ structured, text }: ToolAnswer) {
  return { content: [{ type: 'text' as const, text }], structuredContent: { ...structured } };
}

/** @param build writes an answer with the first or last `count` of `most` items. @returns the answer with as many as fit into `ANSWER_BYTES`. */
export function fitted(most: number, build: (count: number) => ToolAnswer): ToolAnswer {
  const fits = (answer: ToolAnswer) => jsonBytes(resultOf(answer)) <= ANSWER_BYTES - ROOM;
  const all = build(most);
  if (fits(all)) return all;
  let answer = build(0);
  if (!fits(answer))
    throw new Failure('wrong_usage', 'The answer would be too long. Ask for fewer series, or for one alone.');
  let [enough, tooMany] = [0, most];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    const tried = build(middle);
    if (fits(tried)) [enough, answer] = [middle, tried];
    else tooMany = middle;
  }
  return answer;
}

/** For the address and title of a piece. */
const ROOM_OF_PIECE = 500;

/** @returns a Markdown text in pieces that are no longer than an answer, divided before headings, else between lines. */
export function piecesOf(text: string): string[] {
  const fits = (piece: string) => jsonBytes([piece]) <= ANSWER_BYTES - ROOM_OF_PIECE;
  const parts = text
    .split(/(?<=\n)(?=## )/)
    .flatMap((section) => (fits(section) ? [section] : section.split(/(?<=\n)/)));
  const pieces: string[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (last !== undefined && fits(last + part)) pieces[pieces.length - 1] = last + part;
    else pieces.push(part);
  }
  return pieces;
}

export const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, YYYY-MM-DD` });
export const TextOrNull = orNull(Type.String());

/** @returns the parts of an answer as lines; null and '' are left out. */
export const answerLines = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n');

/** @returns '2 datasets do not fit.'; null where nothing was left out. */
export const leftOut = (count: number, what: string): string | null =>
  count === 0 ? null : `${countOf(count, what)} ${count === 1 ? 'does' : 'do'} not fit.`;
