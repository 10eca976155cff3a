import Module, { registerHooks } from 'node:module';

const NAMES = new Set(['electron', 'electron/main']);
const ADDRESS = 'standin:electron';

/** Makes `require('electron')` and `import … from 'electron'` return the double. */
export function hookElectron(electron: object): void {
  const loader = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = (name, ...rest) => (NAMES.has(name) ? electron : load.call(loader, name, ...rest));
  Object.defineProperty(globalThis, Symbol.for(ADDRESS), { value: electron });
  const exported = Object.keys(electron).map((name) => `export const ${name} = electron.${name};`);
  registerHooks({
    resolve: (specifier, context, next) =>
      NAMES.has(specifier)
        ? { url: ADDRESS, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url === ADDRESS
        ? {
            format: 'module',
            shortCircuit: true,
            source: `const electron = globalThis[Symbol.for('${ADDRESS}')];\n${exported.join('\n')}\nexport default electron;`,
          }
        : next(url, context),
  });
}
