import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { piecesOf } from './fit.ts';
import type { GuidePiece } from './types.ts';

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

/** @returns pages of the guide in pieces that are no longer than an answer: 'units', 'units/2'. */
export function guidePieces(pages: ReadonlyMap<string, string>): GuidePiece[] {
  return [...pages].flatMap(([page, whole]) => {
    const title = `Guide: ${/^# (.*)$/m.exec(whole)?.[1] ?? page}`;
    return piecesOf(whole).map((text, i) =>
      i === 0
        ? { name: page, title, text }
        : { name: `${page}/${i + 1}`, title: `${title}, part ${i + 1}`, text },
    );
  });
}

/** @returns `guide` of an `AssistantSource`: the pages are read when the first is asked for, and kept, since only a new build changes them. */
export function openGuide(places?: readonly string[]): () => readonly GuidePiece[] {
  let kept: readonly GuidePiece[] = [];
  return () => {
    if (kept.length === 0) kept = guidePieces(guidePages(places));
    return kept;
  };
}
