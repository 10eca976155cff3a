import {
  Box,
  Button,
  CloseButton,
  CopyButton,
  Flex,
  Kbd,
  Loader,
  Modal,
  Popover,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconBook2, IconCheck, IconCopy, IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useState } from 'react';
import { PREFERENCES } from '../../service/contract/preferences.ts';
import { fileDialog, useAppState, useCan, useDiagnostics, usePreference } from '../api/index.ts';
import styles from './frame.module.css';
import { ownAction, useButtonPanel, useOfferedActions, useScreens } from './hooks.ts';
import { foundShortcuts, pressedKeyText, shortcutGroups } from './shortcut-list.ts';
import type { Shortcut } from './types.ts';

/** Links to the screens that have an icon, the API documentation, and help. */
export function Rail() {
  const screens = useScreens();
  const last = useLastSearches();
  const { base_url: baseUrl, mode } = useAppState().data ?? {};
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
          // The browser opens /docs at the page's own address; the desktop window opens the API's address.
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

/** @returns each screen's last search parameters by path, so that the rail reopens it unchanged. */
function useLastSearches(): Readonly<Record<string, object>> {
  const { pathname, search } = useLocation();
  const [last, setLast] = useState<Readonly<Record<string, object>>>({});
  useEffect(() => setLast((before) => ({ ...before, [pathname]: search })), [pathname, search]);
  return last;
}

/** The rail's last item: keyboard shortcuts, and a diagnostic report. */
function Help() {
  const { isOpen, close, popover, button, panel } = useButtonPanel();
  const hasReport = useCan('computer');
  const [isSheetOpen, sheet] = useDisclosure(false);
  // The question mark needs Shift on some keyboards.
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

/** A dialog with all keyboard shortcuts by place, and the switch for single-key shortcuts. */
function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={860}
      yOffset="8vh"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Keyboard shortcuts">
        <Modal.Body p="md">
          <Sheet onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Sheet({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [hasSingleKeys, setSingleKeys] = usePreference('single_keys');
  const { title: switchTitle, text } = PREFERENCES.single_keys.setting;
  return (
    <>
      <Box className="row wrap gap-8-12" mb="sm">
        <Box component="h2" fz="1rem">
          Keyboard shortcuts
        </Box>
        <TextInput
          type="search"
          size="xs"
          w="12rem"
          aria-label="Find a shortcut"
          placeholder="Find a shortcut"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Switch
          size="xs"
          label={switchTitle}
          title={text}
          checked={hasSingleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        <CloseButton className="at-end" aria-label="Close the shortcuts" onClick={onClose} />
      </Box>
      <Box
        component="p"
        className={hasSingleKeys ? 'quiet fine' : 'rounded warning fine'}
        p={hasSingleKeys ? 0 : '4px 10px'}
        mb="sm"
        role="status"
      >
        {hasSingleKeys
          ? 'They work except while you type in a field.'
          : 'Single-key shortcuts are off, including G, ? and /. Shortcuts with Ctrl or Alt, arrows and the space bar still work.'}
      </Box>
      <ShortcutGroups query={query} />
    </>
  );
}

/** All keys by place, for the shortcut sheet and the guide. @param query words to search for */
export function ShortcutGroups({ query = '' }: { query?: string }) {
  const groups = foundShortcuts(shortcutGroups(useScreens(), fileDialog() !== undefined), query.trim());
  if (groups.length === 0) return <p className="quiet">No shortcut has these words.</p>;
  return (
    <div className={styles.shortcuts}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <Box component="h3" className="label" fw={600}>
            {title}
          </Box>
          <dl>
            {shortcuts.map((one) => (
              <div key={one.does} className={`fact ruled ${styles.shortcut}`}>
                <dt>
                  <Keys keys={one.keys} />
                </dt>
                <dd>
                  {one.does}
                  {one.mouse && <span className="quiet fine block">{one.mouse}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const isMac = navigator.platform.startsWith('Mac');
  return keys.map((combination, i) => (
    <Fragment key={combination.join('+')}>
      {i > 0 && ' '}
      <Flex component="span" className="one-line" display="inline-flex" gap={3}>
        {combination.map((key) => (
          <Kbd key={key} size="xs">
            {pressedKeyText(key, isMac)}
          </Kbd>
        ))}
      </Flex>
    </Fragment>
  ));
}

/** The service's diagnostic report; the user can read it before copying it. */
function Diagnostics() {
  const { data: text, error } = useDiagnostics(true);
  return (
    <div className="column gap-12">
      <div className="flex start spread gap-16">
        <div>
          <Box component="h2" className="heading" mb="0.125rem">
            Something wrong?
          </Box>
          <Text c="dimmed" fz="xs">
            Include this report. It has versions, ports, files and the last lines of the log; no keys, and no
            values of your data.
          </Text>
        </div>
        <CopyButton value={text ?? ''} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              flex="none"
              size="xs"
              onClick={copy}
              disabled={text === undefined}
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
              aria-live="polite"
            >
              {copied ? 'Copied' : 'Copy diagnostics'}
            </Button>
          )}
        </CopyButton>
      </div>
      {text === undefined ? (
        <div className="row gap-8 quiet fine">
          {error ? (
            <Text fz="sm">The report could not be made: {error.message}</Text>
          ) : (
            <>
              <Loader size={14} /> Looking at the files …
            </>
          )}
        </div>
      ) : (
        <Box
          component="section"
          className="well small mono breaks"
          mah="min(24rem, 55vh)"
          p="0.625rem 0.75rem"
          lh={1.5}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}
          tabIndex={0}
          aria-label="Diagnostics"
        >
          {text}
        </Box>
      )}
    </div>
  );
}
