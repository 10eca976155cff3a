import { fileFailure } from './row-failure.ts';
import type { FileReader } from './types.ts';

/**
 * Collects a file that can only be read once all of it has come, such as an archive, and then reads it step by step.
 * @param largestBytes more than any file of the format has; it limits the memory that a wrong file can take.
 * @param read gets all bytes; between its steps the import can stop.
 */
export function readWhole(
  file: string,
  largestBytes: number,
  read: (bytes: Buffer) => Generator<undefined, void, undefined>,
): FileReader & Required<Pick<FileReader, 'rest'>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let steps: Generator<undefined, void, undefined> | undefined;
  const rest = () => {
    steps ??= read(Buffer.concat(parts.splice(0)));
    return steps;
  };
  return {
    push(part) {
      bytes += part.length;
      if (bytes > largestBytes)
        throw fileFailure(file, `is larger than ${largestBytes >> 20} MB, which no such file is.`);
      parts.push(Buffer.from(part));
    },
    rest,
    end() {
      while (rest().next().done !== true);
    },
  };
}
