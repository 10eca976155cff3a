import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readListState as readLists } from '../../../renderer/constituents/search.ts';
import { FACTS } from '../../../renderer/guide/facts.ts';
import { findParts, guideParts } from '../../../renderer/guide/find-parts.ts';
import { PAGE_NAMES, partId, readGuide, withFacts } from '../../../renderer/guide/read-guide.ts';
import { readSince } from '../../../renderer/overview/overview-choices.ts';
import { SCREENS } from '../../../renderer/screens.ts';
import { readMapState as readStates } from '../../../renderer/states/map-state.ts';
import { parseView } from '../../../renderer/view/index.ts';
import { readYieldsSearch as readYields } from '../../../renderer/yields/search.ts';
import { LINKS, PAGES, ROOT, TEXTS } from './guide-files.ts';

const ADDRESSES = new Set(guideParts(PAGES).map(({ address }) => address));

/** The problems that each screen finds in an address, a sentence for each unknown word. */
const PROBLEMS: Readonly<Record<string, (search: Record<string, string>) => readonly string[]>> = {
  '/explore': (search) => parseView(search).problems,
  '/yields': (search) => readYields(search).problems,
  '/states': (search) => readStates(search).problems,
  '/constituents': (search) => readLists(search).problems,
  '/overview': ({ since }) => {
    const { problem } = readSince(since, { run: 0, at: '' }, { now: '2026-11-23T14:00:00Z', zone: 'UTC' });
    return problem === undefined ? [] : [problem];
  },
};

describe('the guide', () => {
  it('has exactly the pages of the list, each with parts of different names', () => {
    expect(Object.keys(TEXTS).toSorted()).toEqual([...PAGE_NAMES].toSorted());
    for (const { parts } of PAGES) {
      const ids = parts.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(parts.filter(({ title, words }) => title === '' || words === '')).toEqual([]);
    }
  });

  it('uses every fact that is calculated for it, and no other', () => {
    const used = new Set<string>();
    for (const text of Object.values(TEXTS)) withFacts(text, (name) => used.add(name));
    expect([...used].toSorted()).toEqual(Object.keys(FACTS).toSorted());
    expect(() => withFacts('{{no-such-fact}}')).toThrow("no fact 'no-such-fact'");
  });

  it('links to parts that exist, screens that exist and examples without a problem', () => {
    for (const { page, to } of LINKS) {
      const { origin, pathname, searchParams, hash } = new URL(to, 'app://almanac');
      const where = `${page}: ${to}`;
      if (to.startsWith('https://')) expect(origin, where).not.toBe('null');
      else if (pathname.startsWith('/guide/')) expect(ADDRESSES.has(pathname + hash), where).toBe(true);
      else {
        expect(
          SCREENS.map((screen) => screen.path as string),
          where,
        ).toContain(pathname);
        expect(PROBLEMS[pathname]?.(Object.fromEntries(searchParams)) ?? [], where).toEqual([]);
        expect(PROBLEMS[pathname] !== undefined || searchParams.size === 0, where).toBe(true);
      }
    }
    expect(LINKS.length).toBeGreaterThan(40);
  });

  it('has every part that a control of the app leads to', () => {
    const sources = globSync('renderer/**/*.tsx', { cwd: ROOT, exclude: ['renderer/guide/**'] });
    const targets = sources.flatMap((file) => [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/'(\/guide\/[^'$]+)'|to="(\/guide\/[^"]+)"/g),
    ]);
    const asked = targets.map(([, quoted, attribute]) => quoted ?? attribute ?? '');
    expect(asked.filter((address) => !ADDRESSES.has(address))).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });

  it('names controls by their words on the screen', () => {
    const sources = globSync(['{renderer,service}/**/*.{ts,tsx}'], {
      cwd: ROOT,
      exclude: ['renderer/guide/**'],
    });
    const shown = sources
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n')
      .replace(/\s+/g, ' ');
    const named = Object.entries(TEXTS).flatMap(([page, text]) => {
      const prose = text.replace(/```[\s\S]*?```|`[^`]*`/g, '');
      return [...prose.matchAll(/(?<!\w)_([A-Z][^_\n]*)_(?!\w)/g)].map(([, words = '']) => ({ page, words }));
    });
    expect(named.filter(({ words }) => !shown.includes(words))).toEqual([]);
    expect(named.length).toBeGreaterThan(40);
  });

  it('refuses what the page could not show', () => {
    const texts = (text: string) => ({ ...TEXTS, start: text });
    expect(() => readGuide(texts('# A\n\n> quoted'))).toThrow('no blockquote');
    expect(() => readGuide(texts('text first'))).toThrow('begins with no heading');
    expect(() => readGuide({})).toThrow('no pages/start.md');
    expect(partId('Yields, and why no forwards')).toBe('yields-and-why-no-forwards');
  });
});

describe('a search in the guide', () => {
  const found = (query: string) => findParts(guideParts(PAGES), query).map(({ address }) => address);

  it('finds parts by title, other words and text, the nearest first', () => {
    expect(found('percentile')[0]).toBe('/guide/yields#spreads');
    expect(found('hhi')[0]).toBe('/guide/lists#concentration');
    expect(found('rate limit')[0]).toBe('/guide/limits');
    expect(found('Units')[0]).toBe('/guide/units');
    expect(found('herfindahl-HIRSCH')).toEqual(['/guide/lists#concentration']);
    expect(found('?as_of')).toContain('/guide/vintages#as-it-was-known');
  });

  it('requires every word, and finds nothing without a word', () => {
    expect(found('spread zebra')).toEqual([]);
    expect(found(' ? ')).toEqual([]);
  });
});
