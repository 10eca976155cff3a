import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { schemasAsData } from './schemas-as-data.ts';

// The command line and the threads are entries that share chunks. Code for single commands is imported
// dynamically and has a chunk of its own, so that a short command loads little. The service process loads
// nearly all, so it is built by itself (`--mode process`), with one chunk for all it loads at its start.

const folder = import.meta.dirname;
const COMMANDS = {
  cli: 'cli/main.ts',
  'ingest-thread': 'ingest/worker/ingest-thread.ts',
  'follow-thread': 'team/follow-thread.ts',
  'feed-thread': 'team/feed/feed-thread.ts',
  'export-thread': 'tables/export-thread.ts',
  'parquet-thread': 'tables/parquet-thread.ts',
};
const PROCESS = { main: 'main.ts' };

const PURE =
  /\/node_modules\/typebox\/|\/service\/(calendar|calls|contract|datasets|derived|api|keys|mcp|process|series-math|page|settings|sources|store|tables|vault|view)\//;

/** Modules that Fastify loads, or could load, and that this app never uses. */
const UNUSED = [
  'node:http2',
  './logger-pino.js',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  // For plugins that name a version; this app has none.
  'semver',
  // For patterns in routes; those of this app are constants.
  'safe-regex2',
];

const isUnused = (id: string, importer = ''): boolean =>
  UNUSED.includes(id) && /\/node_modules\/(fastify|find-my-way)\//.test(importer);

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id, importer) => (isUnused(id, importer) ? '\0unused' : undefined),
  load: (id) => (id === '\0unused' ? 'module.exports = () => true;' : undefined),
};

/** @returns a plugin, and a test for the modules that the process loads once its entry has run. */
function findLoaded() {
  const loaded = new Set<string>();
  const plugin: Plugin = {
    name: 'find-loaded',
    buildEnd() {
      const visit = (id: string, found: Set<string>): Set<string> => {
        if (found.has(id)) return found;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, found);
        return found;
      };
      visit(path.join(folder, 'run-service.ts'), loaded);
      // Loaded before them: the entry, and the page's port.
      for (const file of [PROCESS.main, 'page/index.ts'])
        for (const id of visit(path.join(folder, file), new Set())) loaded.delete(id);
    },
  };
  return { plugin, isLoaded: (id: string) => loaded.has(id) };
}

// Native packages find their binary relative to their own folder.
const EXTERNAL = new Set(['better-sqlite3', 'keytar', 'electron', ...builtinModules]);

export default defineConfig(({ mode }) => {
  const isProcess = mode === 'process';
  const { plugin, isLoaded } = findLoaded();
  const present = Object.entries<string>(isProcess ? PROCESS : COMMANDS).filter(([, file]) =>
    existsSync(path.join(folder, file)),
  );
  return {
    root: folder,
    plugins: [schemasAsData(), withoutUnused, plugin],
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
    build: {
      ssr: true,
      target: 'node22',
      outDir: path.join(folder, '../.build/service'),
      minify: false,
      // The command `serve` uses the same packages as the process.
      license: isProcess ? false : { fileName: 'licences.json' },
      rolldownOptions: {
        input: Object.fromEntries(present.map(([name, file]) => [name, path.join(folder, file)])),
        external: (id, importer) => (EXTERNAL.has(id) || id.startsWith('node:')) && !isUnused(id, importer),
        // These modules load without side effects, so an import through an index loads only the file it needs.
        treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          ...(isProcess && {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: 'service', test: isLoaded }],
            },
          }),
        },
      },
    },
  };
});
