/**
 * @param name 'ingest-thread'. @param caller `import.meta.url` of the module that starts the thread.
 * @returns the thread's file: beside its caller in the sources, an entry of its own beside `chunks/` in the bundle.
 */
export function threadFile(name: string, caller: string): URL {
  if (caller.endsWith('.ts')) return new URL(`${name}.ts`, caller);
  return new URL(`${caller.includes('/chunks/') ? '../' : ''}${name}.js`, caller);
}
