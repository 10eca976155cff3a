/** Properties that the language, Node's inspector and promises read from every object. */
const ALWAYS_ASKED = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'domain',
  '_maxListeners',
]);

/** @returns `target`, which throws when a property is read that it does not have: so tests notice at once what the double lacks. */
export function guarded<T extends object>(target: T, name: string): T {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !ALWAYS_ASKED.has(key))
        throw new Error(`${name}.${key} is not in the stand-in for Electron (tests/standin)`);
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function' || typeof object === 'function') return value;
      // Private fields exist on the object, not on this proxy.
      if (!bound.has(value)) bound.set(value, value.bind(object));
      return bound.get(value);
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  });
}
