import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Beside the bundle's folder of chunks, and from the sources where the page was built. */
const PLACES = ['../../renderer/guide', '../renderer/guide', '../../.build/renderer/guide'];
const MARKDOWN = '.md';

/**
 * @param places folders to look in, relative to this program.
 * @returns the guide's pages as Markdown by name, which the build of the page writes; none where it was not built.
 */
export function guidePages(places: readonly string[] = PLACES): ReadonlyMap<string, string> {
  for (const place of places) {
    const folder = path.resolve(import.meta.dirname, place);
    try {
      const names = readdirSync(folder).filter((name) => name.endsWith(MARKDOWN));
      const pages = names.map(
        (name) => [name.slice(0, -MARKDOWN.length), readFileSync(path.join(folder, name), 'utf8')] as const,
      );
      if (pages.length > 0) return new Map(pages);
    } catch {
      // There is no such folder: the next one is looked at.
    }
  }
  return new Map();
}
