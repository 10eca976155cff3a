/**
 * Converts plain data to JSON text and back, with `undefined`, as in Electron's messages. The sources of both
 * functions are injected into pages, so they use nothing from outside themselves.
 */

/** @throws Error in Electron's words for functions, symbols and other values that cannot be cloned */
export function encodeWire(value: unknown): string {
  const tagged = (each: unknown): unknown => {
    if (each === undefined) return { $: 'undefined' };
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(tagged);
    if (Object.getPrototypeOf(each) !== Object.prototype)
      throw new Error('The stand-in passes plain data only.');
    return { of: Object.entries(each).map(([key, inner]) => [key, tagged(inner)]) };
  };
  try {
    return JSON.stringify(tagged(structuredClone(value)));
  } catch (error) {
    if ((error as Error).name === 'DataCloneError') throw new Error('An object could not be cloned.');
    throw error;
  }
}

export function decodeWire(text: string): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: made only by encodeWire
  const untagged = (each: any): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(untagged);
    if (each.$ === 'undefined') return undefined;
    return Object.fromEntries(each.of.map(([key, inner]: [string, unknown]) => [key, untagged(inner)]));
  };
  return untagged(JSON.parse(text));
}
