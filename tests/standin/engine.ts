import path from 'node:path';
import type { Chromium } from './chromium.ts';
import type { Network } from './network.ts';

/** State shared by all parts of the double. */
export type Engine = {
  flags: Flags;
  chromium: Chromium;
  network: Network;
  isReady(): boolean;
};

/** @throws Error in Electron's words if the app is not ready yet */
export function needsReady(engine: Engine, sentence: string): void {
  if (!engine.isReady()) throw new Error(sentence);
}

/** An event with a preventable default, like those that Electron gives to main-process listeners. */
export class StandinEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Properties that the language, Node's inspector and promises read from every object. */
const ALWAYS_ASKED = new Set('then toJSON constructor inspect nodeType domain _maxListeners'.split(' '));

/** @returns `target`, which throws if a missing property is read, so that tests notice gaps of the double. */
export function guarded<T extends object>(target: T, name: string): T {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !ALWAYS_ASKED.has(key))
        throw new Error(`${name}.${key} is not in the stand-in for Electron (tests/standin)`);
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function' || typeof object === 'function') return value;
      // Methods are bound to the object, because this proxy lacks its private fields.
      if (!bound.has(value)) bound.set(value, value.bind(object));
      return bound.get(value);
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  });
}

/** The command line as Electron and Chromium read it. */
export type Flags = {
  /** Modules for `-r`. */
  required: string[];
  /** Absolute path of the app's main module. */
  entry: string;
  switches: Map<string, string>;
  /** `process.argv` for the app. */
  argv: string[];
};

/** @param words all arguments after the program's name */
export function readFlags(words: readonly string[]): Flags {
  const required: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-r') {
      required.push(path.resolve(words[index + 1] ?? ''));
      index += 1;
    } else rest.push(word);
  }
  const switches = new Map(
    rest
      .filter((word) => word.startsWith('--'))
      .map((word) => {
        const [name = '', ...value] = word.slice(2).split('=');
        return [name, value.join('=')] as const;
      }),
  );
  const entry = path.resolve(rest.find((word) => !word.startsWith('-')) ?? '.');
  // Electron's argv keeps `-r` too. Playwright's loader removes everything up to the port anyway.
  return { required, entry, switches, argv: [process.execPath, ...rest] };
}
