/** A thread's file: beside its caller (an `import.meta.url`) in sources, beside `chunks/` in a bundle. */
export function threadFile(name: string, caller: string): URL {
  if (caller.endsWith('.ts')) return new URL(`${name}.ts`, caller);
  return new URL(`${caller.includes('/chunks/') ? '../' : ''}${name}.js`, caller);
}
