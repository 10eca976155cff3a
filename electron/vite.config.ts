import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vite';

// Builds the shell: browser mode, Electron's main process and the keychain process, as ES modules over shared
// chunks. The preload script is built by itself (`--mode preload`): a sandboxed preload must be one CommonJS
// file.

const folder = import.meta.dirname;
const MODULES = {
  'browser-mode': 'browser-mode.ts',
  main: 'main.ts',
  'keychain-process': 'keychain-process.ts',
};
const PRELOAD = { preload: 'preload.cts' };

export default defineConfig(({ mode }) => {
  const isPreload = mode === 'preload';
  const present = Object.entries<string>(isPreload ? PRELOAD : MODULES).filter(([, file]) =>
    existsSync(path.join(folder, file)),
  );
  const extension = isPreload ? 'cjs' : 'js';
  return {
    root: folder,
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'keytar', 'electron'] },
    build: {
      ssr: true,
      target: 'node22',
      outDir: path.join(folder, '../.build/shell'),
      minify: false,
      license: isPreload ? false : { fileName: 'licences.json' },
      rolldownOptions: {
        // An index.ts exports more than each importer uses; code not used before Electron is ready stays out
        // of the entry.
        treeshake: {
          moduleSideEffects: (id: string) => !/\/electron\/desktop\/|\/service\/vault\//.test(id),
        },
        input: Object.fromEntries(present.map(([name, file]) => [name, path.join(folder, file)])),
        // Native packages find their binary relative to their own folder.
        external: ['better-sqlite3', 'keytar', 'electron', /^node:/, ...builtinModules],
        output: {
          format: isPreload ? 'cjs' : 'es',
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `chunks/[name]-[hash].${extension}`,
        },
      },
    },
  };
});
