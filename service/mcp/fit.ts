import { Failure } from '../contract/failure.ts';
import { ANSWER_BYTES } from '../contract/names.ts';
import type { ToolAnswer } from './types.ts';

/** For what the protocol adds to a result. */
const ROOM = 200;

/** @returns an answer as the result of a call. */
export function resultOf({ structured, text }: ToolAnswer) {
  return { content: [{ type: 'text' as const, text }], structuredContent: { ...structured } };
}

/** @returns the length of a result in UTF-8, as JSON. */
export function bytesOf(result: object): number {
  return Buffer.byteLength(JSON.stringify(result));
}

/**
 * @param most how many items there are to tell. @param build writes an answer with the first or last `count` of them, and says what
 * it left out.
 * @returns the answer with as many items as fit into `ANSWER_BYTES`.
 * @throws Failure 'wrong_usage' if even the answer without items is too long.
 */
export function fitted(most: number, build: (count: number) => ToolAnswer): ToolAnswer {
  const fits = (answer: ToolAnswer) => bytesOf(resultOf(answer)) <= ANSWER_BYTES - ROOM;
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
  const fits = (piece: string) => bytesOf([piece]) <= ANSWER_BYTES - ROOM_OF_PIECE;
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
