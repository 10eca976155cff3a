import { Box, Button, Popover } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconBook2, IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCan, useHostState } from '../api/index.ts';
import { Diagnostics } from './diagnostics.tsx';
import styles from './frame.module.css';
import { ownAction, useOfferedActions } from './offered-actions.ts';
import { useScreens } from './screens-context.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** Links to the screens that have an icon, the documentation of the API, and help. */
export function Rail() {
  const screens = useScreens();
  const last = useLastSearches();
  const { base_url: baseUrl, mode } = useHostState().data ?? {};
  return (
    <nav className={`column gap-4 not-on-paper ${styles.rail}`} aria-label="Screens">
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
      {screens.map(
        ({ path, title, icon: Icon }) =>
          Icon && (
            <Link
              key={path}
              title={title}
              to={path}
              search={last[path] ?? {}}
              className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
              <span className={styles.itemName}>{title}</span>
            </Link>
          ),
      )}
      <div className="fill" />
      {baseUrl && (
        <a
          className={`rounded hovers presses column gap-2 quiet small ${styles.item}`}
          // The page's own address leads back to the app; a window opens the API's in the browser.
          href={mode !== 'desktop' ? '/docs' : `${baseUrl}/docs`}
          target="_blank"
          rel="noreferrer"
          title="API docs"
        >
          <IconBook2 size={20} stroke={1.6} aria-hidden />
          <span className={styles.itemName}>API docs</span>
        </a>
      )}
      <Help />
    </nav>
  );
}

/** @returns by path the search parameters that each screen had last, so that its link in the rail shows the same again. */
function useLastSearches(): Readonly<Record<string, object>> {
  const { pathname, search } = useLocation();
  const [last, setLast] = useState<Readonly<Record<string, object>>>({});
  useEffect(() => setLast((before) => ({ ...before, [pathname]: search })), [pathname, search]);
  return last;
}

/** The last item of the rail: the keyboard shortcuts, and a report to send when something is wrong. */
function Help() {
  const { isOpen, close, popover, button, panel } = useButtonPanel();
  const hasReport = useCan('computer');
  const [isSheetOpen, sheet] = useDisclosure(false);
  // On some keyboards the question mark needs Shift, on others not.
  useHotkeys([
    ['?', sheet.open],
    ['shift+?', sheet.open],
  ]);
  useOfferedActions([ownAction('shortcuts', sheet.open)]);
  return (
    <>
      <Popover {...popover} width={520} position="right-end">
        <Popover.Target>
          <button
            type="button"
            className={`plain rounded hovers presses column gap-2 quiet small ${styles.item}`}
            {...button}
          >
            <IconHelpCircle size={20} stroke={1.6} aria-hidden />
            <span className={styles.itemName}>Help</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown {...panel} aria-label="Help">
          {isOpen && (
            <>
              <Button
                variant="default"
                mb="sm"
                leftSection={<IconKeyboard size={16} stroke={1.6} />}
                onClick={() => {
                  close();
                  sheet.open();
                }}
              >
                Keyboard shortcuts (?)
              </Button>
              {hasReport && <Diagnostics />}
            </>
          )}
        </Popover.Dropdown>
      </Popover>
      <ShortcutSheet isOpen={isSheetOpen} onClose={sheet.close} />
    </>
  );
}
