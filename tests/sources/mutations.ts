import fc from 'fast-check';
import { Failure } from '../../service/contract/failure.ts';
import { type ReadResult, readText } from './read-text.ts';

/** Damages random bytes of a file, and reads it. */

export type Mutation = {
  at: number;
  kind: 'flip' | 'delete' | 'double' | 'insert';
  size: number;
  byte: number;
};
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  kind: fc.constantFrom('flip', 'delete', 'double', 'insert'),
  size: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 60 })),
  byte: fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(...[...'",\n\r\t-.0159MNA{}[]'].map((sign) => sign.charCodeAt(0))),
  ),
});

export function mutate(bytes: Buffer, { at, kind, size, byte }: Mutation): Buffer {
  const from = Math.floor(at * bytes.length);
  const [before, part, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + size),
    bytes.subarray(from + size),
  ];
  if (kind === 'delete') return Buffer.concat([before, after]);
  if (kind === 'double') return Buffer.concat([before, part, part, after]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.from([byte]), part, after]);
  return Buffer.concat([before, Buffer.from([byte]), part.subarray(1), after]);
}

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

/** @returns the result of reading, or `undefined` for a Failure. @throws any other error. */
export function tryRead(content: Buffer, pieceBytes?: number): ReadResult | undefined {
  try {
    return readText(content, pieceBytes === undefined ? {} : { pieceBytes });
  } catch (error) {
    if (error instanceof Failure && error.message.includes('test.csv')) return undefined;
    throw error;
  }
}
