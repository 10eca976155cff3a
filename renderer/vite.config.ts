import { readFileSync } from 'node:fs';
import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import mantinePreset from 'postcss-preset-mantine';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { cssVariables, theme } from './app/theme.ts';

const THEME_CSS = 'virtual:theme.css';

/**
 * Builds a style sheet of the theme's variables. Mantine would write them into a `<style>` element at run time, which the page's
 * policy (`style-src 'self'`) forbids.
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

/**
 * Turns files of the contract that export only schemas into plain JSON Schema, which is enough to check answers. The library that
 * writes the schemas would be 121 KB more to load at each start.
 */
function schemasAsData(): Plugin {
  return {
    name: 'schemas-as-data',
    enforce: 'pre',
    async load(id) {
      const isContract = /\/service\/contract\/[a-z-]+\.ts$/.test(id);
      if (!isContract || !readFileSync(id, 'utf8').includes(`from 'typebox'`)) return undefined;
      const { module } = await runnerImport<Record<string, unknown>>(id);
      const exported = Object.entries(module);
      if (exported.some(([, value]) => typeof value === 'function')) return undefined;
      return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  };
}

const OUR_CODE = /\/renderer\/(?!app\/main\.tsx).*\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  cacheDir: '../.build/vite',
  plugins: [schemasAsData(), react(), themeStyleSheet()],
  css: { postcss: { plugins: [mantinePreset()] } },
  build: {
    outDir: '../.build/renderer',
    emptyOutDir: true,
    target: 'es2024',
    modulePreload: { polyfill: false },
    // Nothing is inlined: the page's policy allows files of this origin only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A room's index exports more than each importer uses. What is not used stays out of the importer's chunk.
      treeshake: { moduleSideEffects: (id: string) => !OUR_CODE.test(id) },
    },
  },
});
