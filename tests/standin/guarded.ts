/** Names that the language, Node's inspector and promises ask every object for. */
const ALWAYS_ASKED = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'domain',
  '_maxListeners',
]);

/** @returns `target`, of which nothing can be read that it does not have: what the double lacks shows at once. */
export function guarded<T extends object>(target: T, name: string): T {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !ALWAYS_ASKED.has(key))
        throw new Error(`${name}.${key} is not in the stand-in for Electron (tests/standin)`);
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function' || typeof object === 'function') return value;
      // Private fields are the object's own, which this proxy is not.
      if (!bound.has(value)) bound.set(value, value.bind(object));
      return bound.get(value);
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  });
}
