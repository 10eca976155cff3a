import { PAGES } from 'virtual:guide';
import { Box, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { AddressLink, Notice, Screen, useScreenPage, useWindowFits } from '../frame/index.ts';
import { findParts, type GuidePage, guideParts, partAddress } from './find-parts.ts';
import styles from './guide.module.css';
import { GuideText } from './guide-text.tsx';

/** The guide: contents and search on the left, a page beside them. */
export function GuideScreen() {
  const name = useScreenPage();
  const found = PAGES.findIndex(({ id }) => id === name);
  const at = Math.max(found, 0);
  return (
    <Screen datasets={[]}>
      <div className={styles.guide}>
        <GuideContents pages={PAGES} shown={PAGES[at]?.id ?? ''} />
        <div>
          {name !== undefined && found < 0 && (
            <Notice tone="note">The guide has no page “{name}”. This is its first one.</Notice>
          )}
          <GuideText pages={PAGES} at={at} />
        </div>
      </div>
    </Screen>
  );
}

/** A search, and below it the guide's contents or the results; foldable in a one-column window. */
function GuideContents({ pages, shown }: { pages: readonly GuidePage[]; shown: string }) {
  const [query, setQuery] = useState('');
  const parts = useMemo(() => guideParts(pages), [pages]);
  const found = useMemo(() => findParts(parts, query), [parts, query]);
  const isNarrow = useWindowFits('(max-width: 48em)');
  const statusId = useId();
  const isSearching = query.trim() !== '';
  return (
    <div className={styles.side}>
      <TextInput
        type="search"
        aria-label="Search the guide"
        placeholder="Search the guide"
        leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
        value={query}
        aria-describedby={statusId}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
      />
      <Box
        component="p"
        my="xs"
        id={statusId}
        role="status"
        className={isSearching ? 'quiet fine' : 'unseen'}
      >
        {isSearching && (found.length === 0 ? 'Nothing found.' : `${found.length} found`)}
      </Box>
      {isSearching ? (
        <ul className="list" aria-label="Found in the guide">
          {found.map(({ address, title, page }) => (
            <li key={address}>
              <AddressLink to={address} className={`rounded hovers block ${styles.link}`}>
                {title} {title !== page && <span className="quiet fine block">{page}</span>}
              </AddressLink>
            </li>
          ))}
        </ul>
      ) : (
        <Box component="details" mt="sm" open={!isNarrow} key={isNarrow ? shown : ''}>
          <summary className={isNarrow ? 'medium' : 'unseen'}>Contents</summary>
          <Contents pages={pages} shown={shown} />
        </Box>
      )}
    </div>
  );
}

function Contents({ pages, shown }: { pages: readonly GuidePage[]; shown: string }) {
  const { hash } = useLocation();
  return (
    <nav aria-label="Contents of the guide">
      <ul className="list">
        {pages.map(({ id, title, parts }) => (
          <li key={id}>
            <AddressLink
              to={partAddress(id, '')}
              className={`rounded hovers presses block ${styles.link}`}
              {...(id === shown && { 'aria-current': 'page' })}
            >
              {title}
            </AddressLink>
            {id === shown && parts.length > 1 && (
              <ul className="list">
                {parts.slice(1).map((part) => (
                  <li key={part.id}>
                    <AddressLink
                      to={partAddress(id, part.id)}
                      className={`rounded hovers block quiet fine ${styles.link}`}
                      {...(part.id === hash && { 'aria-current': 'location' })}
                    >
                      {part.title}
                    </AddressLink>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
