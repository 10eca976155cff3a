/** Answers of publishers go four deep. */
const DEEPEST = 20;
/** Twenty years of fifty series, or ten thousand days, come to some 150,000. Parsed, a part can take a hundred times its bytes. */
const MOST_PARTS = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * @returns what takes the bytes of a JSON text piece by piece, and gives the rest of a sentence once they are more than any publisher's
 *   answer has: such a text is not to be parsed.
 */
export function countJsonParts(): (bytes: Buffer) => string | undefined {
  let [isText, isEscaped, depth, count] = [false, false, 0, 0];
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === COMMA) count++;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        count++;
        depth++;
        if (depth > DEEPEST)
          return `has lists within lists, more than ${DEEPEST} deep, which no such file has.`;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    }
    return count > MOST_PARTS
      ? `has more than ${new Intl.NumberFormat('en-US').format(MOST_PARTS)} fields, which no such file has.`
      : undefined;
  };
}
