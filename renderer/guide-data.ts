import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const GUIDE = 'virtual:guide';
/** The guide's text and its search: a separate chunk. */
export const GUIDE_DATA = /virtual:guide$|\/renderer\/guide\/(find-parts|guide-parts)\.ts$/;
const FOLDER = path.join(import.meta.dirname, 'guide/pages');

/**
 * The guide as data. The page needs no Markdown reader, and facts about the product are calculated in the
 * build: text and examples always match this build's code.
 */
export function guideData(): Plugin {
  const texts = () =>
    readdirSync(FOLDER).map(
      (name) => [path.basename(name, '.md'), readFileSync(path.join(FOLDER, name), 'utf8')] as const,
    );
  const readers = () =>
    runnerImport<typeof import('./guide/read-guide.ts')>(
      path.join(import.meta.dirname, 'guide/read-guide.ts'),
    );
  return {
    name: 'guide-data',
    resolveId: (id) => (id === GUIDE ? `\0${GUIDE}` : undefined),
    async load(id) {
      if (id !== `\0${GUIDE}`) return undefined;
      for (const name of readdirSync(FOLDER)) this.addWatchFile(path.join(FOLDER, name));
      const { module } = await readers();
      return `export const PAGES = ${JSON.stringify(module.readGuide(Object.fromEntries(texts())))};`;
    },
    /** The service gives the pages to assistants. */
    async generateBundle() {
      const { module } = await readers();
      for (const [name, text] of texts())
        this.emitFile({ type: 'asset', fileName: `guide/${name}.md`, source: module.withFacts(text) });
    },
  };
}
