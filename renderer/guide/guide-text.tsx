import { Anchor, Box } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AddressLink, ShortcutGroups } from '../frame/index.ts';
import { partAddress } from './find-parts.ts';
import styles from './guide.module.css';
import { GuideBlock } from './guide-block.tsx';
import type { GuidePage } from './types.ts';

/** The page that lists the keys: they come from the screens themselves, whose table the build of the guide cannot read. */
const KEYS_PAGE = 'shortcuts';

/** A page of the guide, and the ways to those before and after it. */
export function GuideText({ pages, at }: { pages: readonly GuidePage[]; at: number }) {
  const page = pages[at];
  const box = useRef<HTMLElement>(null);
  const { hash, key } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.key }) });
  // A link to the part that is shown already scrolls to it again: it has a key of its own in the history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page and the key say when to scroll
  useEffect(() => {
    const heading = hash === '' ? null : box.current?.querySelector<HTMLElement>(`#${CSS.escape(hash)}`);
    if (heading) {
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    } else box.current?.closest('main')?.scrollTo(0, 0);
  }, [page, hash, key]);
  if (!page) return undefined;
  return (
    <article ref={box} className={styles.text}>
      {page.parts.map(({ id, title, blocks }, i) => (
        <section key={id} aria-label={title}>
          {i === 0 ? (
            <h2>{title}</h2>
          ) : (
            <h3 id={id} tabIndex={-1}>
              {title}
            </h3>
          )}
          {blocks.map((block, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a part never change
            <GuideBlock key={j} block={block} />
          ))}
        </section>
      ))}
      {page.id === KEYS_PAGE && (
        <Box fz="sm" mt="lg">
          <ShortcutGroups />
        </Box>
      )}
      <Box component="nav" aria-label="Pages" className="row spread ruled" mt="2.5rem" pt="md">
        <Turn page={pages[at - 1]} word="Previous" />
        <Turn page={pages[at + 1]} word="Next" />
      </Box>
    </article>
  );
}

function Turn({ page, word }: { page: GuidePage | undefined; word: string }) {
  return (
    <span>
      {page && (
        <Anchor component={AddressLink} to={partAddress(page.id, '')} inherit>
          <span className="quiet fine block">{word}</span>
          {page.title}
        </Anchor>
      )}
    </span>
  );
}
