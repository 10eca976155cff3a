import { type TObject, Type } from 'typebox';
import { Failure } from '../contract/failure.ts';
import { jsonBytes } from '../contract/fits.ts';
import { ANSWER_BYTES } from '../contract/names.ts';
import { orNull } from '../contract/schema.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/index.ts';

/** The source of the answers: the running service, or a data folder's files. */
export type AssistantSource = {
  /** Calls `use` with a reader of the current data. */
  read<Result>(use: (reader: Reader) => Promise<Result>): Promise<Result>;
  now: () => Date;
  version: string;
  /** Addresses of the API and the page, without a final slash. They may change while Almanac runs. */
  addresses: () => Addresses;
  /** The guide; empty if it was not built. */
  guide: () => readonly GuidePiece[];
  /** Logs one line about a bug. */
  log: (line: string) => void;
};

/** A page of the guide, or a part of a long one: 'units', 'units/2'. `text`: Markdown for one answer. */
export type GuidePiece = { name: string; title: string; text: string };

/** `api`: 'http://127.0.0.1:4780'. `chart`: a chart's address up to the '?'. */
export type Addresses = { api: string; chart: string };

export type Desk = {
  reader: Reader;
  now: Date;
  /** The latest day that a request may name, `YYYY-MM-DD`. */
  latest: string;
  addresses: Addresses;
};

/** A tool's answer, twice: typed, and as text for clients that show only text. */
export type ToolAnswer = { structured: Readonly<Record<string, unknown>>; text: string };

/** A tool that assistants can call. Tools change nothing. */
export type Tool = {
  name: string;
  title: string;
  /** Its use and when to call it, for the assistant. */
  description: string;
  /** The arguments. Assistants know them only by their fields' descriptions. */
  input: TObject;
  output: TObject;
  /** @param given fits `input`. @throws Failure that says what is wrong and what would be right */
  run(given: never, desk: Desk): Promise<ToolAnswer>;
};

/** Bytes that the protocol adds to a result. */
const ROOM = 200;

export function resultOf({ structured, text }: ToolAnswer) {
  return { content: [{ type: 'text' as const, text }], structuredContent: { ...structured } };
}

/** @param build makes an answer with `count` of `most` items. @returns the answer with as many as fit. */
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

/** Bytes for a piece's address and title. */
const ROOM_OF_PIECE = 500;

/** @returns Markdown in pieces that fit into an answer, divided before headings, else between lines. */
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

/** @returns the parts of an answer as lines, without null and ''. */
export const answerLines = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n');

/** @returns '2 datasets do not fit.'; null if nothing was left out. */
export const leftOut = (count: number, what: string): string | null =>
  count === 0 ? null : `${countOf(count, what)} ${count === 1 ? 'does' : 'do'} not fit.`;
