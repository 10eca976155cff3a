import { Box } from '@mantine/core';
import { IconBook2, IconChartLine, IconDatabase, IconKey } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AccessSearch } from '../access/types.ts';
import { useHostState } from '../api/index.ts';
import type { ViewSearch } from '../view/index.ts';
import styles from './frame.module.css';
import { Help } from './help.tsx';

/** The screens that exist, with icons and labels, the documentation of the API, and help. */
export function Rail() {
  const explored = useLastSearch<ViewSearch>('/explore');
  const accessed = useLastSearch<AccessSearch>('/access');
  const baseUrl = useHostState().data?.base_url;
  return (
    <nav className={`column gap-4 ${styles.rail}`} aria-label="Screens">
      <Box className="center" h="2.25rem" mb="xs">
        <svg viewBox="0 0 24 24" width={28} height={28} role="img" aria-label="Almanac">
          <rect width="24" height="24" rx="6" fill="var(--mantine-color-accent-6)" />
          <path
            d="M5 16.5 9.5 11l3.5 3 6-7.5"
            fill="none"
            stroke="#fff"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </Box>
      <Link
        to="/explore"
        search={explored}
        className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}
        activeOptions={{ includeSearch: false }}
      >
        <IconChartLine size={20} stroke={1.6} aria-hidden />
        Explore
      </Link>
      <Link to="/data" className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}>
        <IconDatabase size={20} stroke={1.6} aria-hidden />
        Data
      </Link>
      <Link
        to="/access"
        search={accessed}
        className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}
        activeOptions={{ includeSearch: false }}
      >
        <IconKey size={20} stroke={1.6} aria-hidden />
        API access
      </Link>
      <div className="fill" />
      {baseUrl && (
        <a
          className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}
          href={`${baseUrl}/docs`}
          target="_blank"
          rel="noreferrer"
        >
          <IconBook2 size={20} stroke={1.6} aria-hidden />
          API docs
        </a>
      )}
      <Help />
    </nav>
  );
}

/** What a screen showed last, so that coming back to it shows the same. */
function useLastSearch<Search extends object>(screen: '/explore' | '/access'): Search {
  const { pathname, search } = useLocation();
  const [last, setLast] = useState<Search>({} as Search);
  useEffect(() => {
    if (pathname === screen) setLast(search as Search);
  }, [pathname, search, screen]);
  return last;
}
