import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The entry of the build for `app/first.ts`. */
export const FIRST = 'first';
/** `app/first.ts` and all its imports: a small file, which runs before the other scripts arrive. */
export const FIRST_MODULES = /\/renderer\/(app\/first|api\/session)\.ts$|\/service\/contract\/names\.ts$/;
/** The component of the first screen: its chunk is loaded with the document. */
const FIRST_SCREEN = '/renderer/overview/overview-screen.tsx';

/**
 * Adds to the document the script of the first requests, and the first screen's chunks, styles and font, so
 * that they load at once and not step by step. Vite itself adds only the entry and its imports.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = chunks.find(({ isEntry, name }) => isEntry && name === FIRST);
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FIRST_SCREEN));
        if (first === undefined || screen === undefined)
          throw new Error(`The build has no chunk for ${first ? FIRST_SCREEN : FIRST}.`);
        const needed = withImports(screen, bundle).filter(({ fileName }) => !html.includes(fileName));
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [
          // `async`: waits neither for the other scripts nor for the styles.
          tag(
            'script',
            { type: 'module', async: true, crossorigin: true, src: `/${first.fileName}` },
            'head-prepend',
          ),
          ...needed.map(({ fileName }) =>
            tag('link', { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` }),
          ),
          // A late font would shift the content below the text.
          ...fonts.map((file) =>
            tag('link', {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${file}`,
            }),
          ),
          ...styles.map((file) => tag('link', { rel: 'stylesheet', crossorigin: true, href: `/${file}` })),
        ];
      },
    },
  };
}

const tag = (
  name: string,
  attrs: HtmlTagDescriptor['attrs'],
  injectTo: HtmlTagDescriptor['injectTo'] = 'head',
): HtmlTagDescriptor => ({ tag: name, attrs: attrs ?? {}, injectTo });

/** @returns a chunk and all its static imports, direct or not. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (one: Rolldown.OutputChunk): void => {
    if (found.has(one)) return;
    found.add(one);
    for (const name of one.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  visit(chunk);
  return [...found];
}
