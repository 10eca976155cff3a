/**
 * Converts values that the structured clone algorithm accepts to JSON text and back. The sources of both functions are put into
 * pages, so they use nothing from outside themselves.
 */

/** @throws DataCloneError, as Electron does, for functions, symbols and whatever else cannot be cloned */
export function encodeWire(value: unknown): string {
  const tagged = (each: unknown): unknown => {
    if (each === undefined) return { $: 'undefined' };
    if (typeof each === 'bigint') return { $: 'bigint', of: String(each) };
    if (typeof each === 'number' && !Number.isFinite(each)) return { $: 'number', of: String(each) };
    if (typeof each !== 'object' || each === null) return each;
    if (each instanceof Date) return { $: 'date', of: each.getTime() };
    if (each instanceof Map) return { $: 'map', of: [...each].map(tagged) };
    if (each instanceof Set) return { $: 'set', of: [...each].map(tagged) };
    if (each instanceof Error) return { $: 'error', of: each.message, name: each.name };
    if (each instanceof ArrayBuffer) return { $: 'buffer', of: [...new Uint8Array(each)] };
    if (ArrayBuffer.isView(each))
      return { $: 'bytes', of: [...new Uint8Array(each.buffer, each.byteOffset, each.byteLength)] };
    if (Array.isArray(each)) return each.map(tagged);
    return { $: 'object', of: Object.entries(each).map(([key, inner]) => [key, tagged(inner)]) };
  };
  try {
    return JSON.stringify(tagged(structuredClone(value)));
  } catch (error) {
    if ((error as Error).name === 'DataCloneError') throw new Error('An object could not be cloned.');
    throw error;
  }
}

/** Converts the text back to the value. */
export function decodeWire(text: string): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: made only by encodeWire
  const untagged = (each: any): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(untagged);
    switch (each.$) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(each.of);
      case 'number':
        return Number(each.of);
      case 'date':
        return new Date(each.of);
      case 'map':
        return new Map(each.of.map(untagged));
      case 'set':
        return new Set(each.of.map(untagged));
      case 'error':
        return Object.assign(new Error(each.of), { name: each.name });
      case 'buffer':
        return new Uint8Array(each.of).buffer;
      case 'bytes':
        return new Uint8Array(each.of);
      default:
        return Object.fromEntries(
          each.of.map(([key, inner]: [string, unknown]) => [key, untagged(inner)] as const),
        );
    }
  };
  return untagged(JSON.parse(text));
}
