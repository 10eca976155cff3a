import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { schemasAsData } from '../service/schemas-as-data.ts';
import { cssVariables, theme } from './app/theme.ts';
import { FIRST, FIRST_MODULES, firstLoad } from './first-load.ts';
import { GUIDE_DATA, guideData } from './guide-data.ts';
import { mantineStyles } from './mantine-styles.ts';

const THEME_CSS = 'virtual:theme.css';

/**
 * Builds a style sheet of the theme's variables. Mantine would write them into a `<style>` element at run
 * time, which the page's policy (`style-src 'self'`) forbids.
 */
function themeStyleSheet(): Plugin {
  return {
    name: 'theme-style-sheet',
    resolveId: (id) => (id === THEME_CSS ? `\0${THEME_CSS}` : undefined),
    load: (id) =>
      id === `\0${THEME_CSS}`
        ? convertCssVariables(cssVariables(mergeMantineTheme(DEFAULT_THEME, theme)))
        : undefined,
  };
}

const CHARTS = /\/node_modules\/(recharts|d3-)|\/renderer\/chart\//;
const SHARED = /\/@tabler\/icons-react\/|\/renderer\/(explain|frame|saved|tiles)\/|\/@mantine\/core\//;
const OUR_CODE = /\/renderer\/(?!app\/(main\.tsx|first\.ts)$).*\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  cacheDir: '../.build/vite',
  plugins: [
    schemasAsData(),
    react(),
    themeStyleSheet(),
    mantineStyles(import.meta.dirname),
    guideData(),
    firstLoad(),
    compressedCopies(),
  ],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
    outDir: '../.build/renderer',
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.json' },
    // Nothing is inlined: the page's policy allows files of this origin only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        [FIRST]: path.join(import.meta.dirname, 'app/first.ts'),
      },
      output: {
        // Each request at the start costs a ms or two on each side; each unneeded kilobyte must be parsed.
        codeSplitting: {
          groups: [
            // Otherwise the start would load the guide's text, since the search over everything uses it.
            { name: 'guide', test: GUIDE_DATA, priority: 4 },
            { name: FIRST, test: FIRST_MODULES, priority: 3 },
            // A separate script, so that the page can respond between it and the app's.
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 2.5 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // A third of all code, which Overview, tables and forms do not need.
            { name: 'charts', test: CHARTS, minShareCount: 2, entriesAware: true, priority: 1 },
            // Small modules that several screens share: a request for each would cost more than loading all.
            { name: 'shared', test: SHARED, minShareCount: 2, priority: 0 },
          ],
        },
      },
      // A room's index exports more than each importer uses. Unused exports stay out of the importer's chunk.
      treeshake: { moduleSideEffects: (id: string) => !OUR_CODE.test(id) },
    },
  },
});

const TEXT = /\.(js|css|html)$/;
/** Brotli level 5 makes the page a thirtieth larger than the best level, in a fortieth of the time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Writes `x.js.br` and `x.js.gz` beside each text of the build, for `service/page/page-files.ts` to send. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const name = path.join(dir, file.fileName);
        writeFileSync(`${name}.br`, brotliCompressSync(bytes, QUALITY));
        writeFileSync(`${name}.gz`, gzipSync(bytes));
      }
    },
  };
}
