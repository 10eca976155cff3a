/**
 * One end of the bridge between a page's own world and the isolated world of its preload script. Objects are copied; functions and
 * promises become those of the other world, as with Electron's contextBridge. The worlds share no objects. They send each other
 * text in synchronous events of the window, whose names only the two ends know. Its source is put into pages, so it uses nothing
 * from outside the function.
 */
export function openWorldBridge(here: string, there: string): { expose(name: string, api: unknown): void } {
  // biome-ignore lint/suspicious/noExplicitAny: what crosses the bridge is checked by nobody, as in Electron
  type Any = any;
  const own: Any = globalThis;
  const functions: Any[] = [];
  const promises: Any[] = [];
  let reply: Any;

  const copy = (value: Any, depth = 0): Any => {
    if (depth > 1000) throw new Error('contextBridge: the value is too deep.');
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'function') return { $: 'function', of: functions.push(value) - 1 };
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Promise) return { $: 'promise', of: follow(value) };
    if (value instanceof Error) return { $: 'error', of: value.message };
    if (value instanceof Date) return { $: 'date', of: value.getTime() };
    if (ArrayBuffer.isView(value)) return { $: 'bytes', of: [...new Uint8Array(value.buffer)] };
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1));
    return {
      $: 'object',
      of: Object.entries(value).map(([key, each]) => [key, copy(each, depth + 1)]),
    };
  };
  let followed = 0;
  const follow = (promise: Promise<Any>): number => {
    followed += 1;
    const id = followed;
    promise.then(
      (value) => tell({ t: 'settled', id, value: copy(value) }),
      (error) => tell({ t: 'settled', id, error: String(error?.message ?? error) }),
    );
    return id;
  };
  const paste = (value: Any): Any => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return Object.freeze(value.map(paste));
    switch (value.$) {
      case 'undefined':
        return undefined;
      case 'function':
        return (...args: Any[]) => call(value.of, args);
      case 'promise':
        return new Promise((resolve: Any, reject: Any) => {
          promises[value.of] = { resolve, reject };
        });
      case 'error':
        return new Error(value.of);
      case 'date':
        return new Date(value.of);
      case 'bytes':
        return new Uint8Array(value.of);
      default:
        return Object.freeze(Object.fromEntries(value.of.map(([key, each]: Any) => [key, paste(each)])));
    }
  };
  const tell = (message: Any): void =>
    void own.dispatchEvent(new CustomEvent(there, { detail: JSON.stringify(message) }));
  const call = (id: number, args: Any[]): Any => {
    tell({ t: 'call', id, args: copy(args) });
    const { value, error } = reply;
    if (error !== undefined) throw new Error(error);
    return paste(value);
  };

  own.addEventListener(here, (event: Any) => {
    const message = JSON.parse(event.detail);
    switch (message.t) {
      case 'call':
        try {
          tell({ t: 'reply', value: copy(functions[message.id](...paste(message.args))) });
        } catch (error) {
          tell({ t: 'reply', error: String((error as Error)?.message ?? error) });
        }
        break;
      case 'reply':
        reply = message;
        break;
      case 'settled':
        if (message.error === undefined) promises[message.id].resolve(paste(message.value));
        else promises[message.id].reject(new Error(message.error));
        break;
      default:
        Object.defineProperty(own, message.name, {
          value: paste(message.api),
          enumerable: true,
          configurable: false,
          writable: false,
        });
    }
  });
  const exposed = new Set<string>();
  return {
    expose(name, api) {
      if (exposed.has(name))
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      exposed.add(name);
      tell({ t: 'expose', name, api: copy(api) });
    },
  };
}
