import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { schemasAsData } from './schemas-as-data.ts';

// The service process, the command line and the threads are entries that share chunks. Code for single
// commands is imported dynamically and has a chunk of its own, so that a short command loads little.

const folder = import.meta.dirname;
const entries = {
  main: 'main.ts',
  cli: 'cli/main.ts',
  'ingest-thread': 'ingest/worker/ingest-thread.ts',
  'follow-thread': 'team/follow-thread.ts',
  'feed-thread': 'team/feed/feed-thread.ts',
  'export-thread': 'tables/export-thread.ts',
  'parquet-thread': 'tables/parquet-thread.ts',
};
const present = Object.entries(entries).filter(([, file]) => existsSync(path.join(folder, file)));

const PURE =
  /\/node_modules\/typebox\/|\/service\/(calendar|calls|contract|datasets|derived|api|keys|mcp|process|series-math|settings|sources|store|tables|vault|view)\//;

/** Leaves out Node's HTTP/2, which Fastify loads in a tenth of the start's time and this app never uses. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'node:http2' && importer?.includes('/node_modules/fastify/') ? '\0http2' : undefined,
  load: (id) => (id === '\0http2' ? 'export default {};' : undefined),
};

export default defineConfig({
  root: folder,
  plugins: [schemasAsData(), withoutHttp2],
  publicDir: false,
  ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir: path.join(folder, '../.build/service'),
    minify: false,
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: Object.fromEntries(present.map(([name, file]) => [name, path.join(folder, file)])),
      // Native packages find their binary relative to their own folder.
      external: ['better-sqlite3', 'keytar', 'electron', /^node:/, ...builtinModules],
      // These modules load without side effects, so an import through an index loads only the file it needs.
      treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
