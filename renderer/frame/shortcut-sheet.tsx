import { Box, CloseButton, Flex, Kbd, Modal, Switch, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import { PREFERENCES } from '../../service/contract/preferences.ts';
import { fileDialog, usePreference } from '../api/index.ts';
import styles from './frame.module.css';
import { useScreens } from './screens-context.ts';
import { foundShortcuts, pressedKeyText, shortcutGroups } from './shortcut-list.ts';
import type { Shortcut } from './types.ts';

/** The keyboard shortcuts of the app, by where they work; and the switch of those of a single key. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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

/** A component of its own, so that nothing of it is computed while the dialog is closed. */
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
          ? 'They work wherever no text is being typed.'
          : 'Those of a single letter, digit or sign are off: with them G, ? and /. Those with Ctrl or Alt, arrows and the space bar work.'}
      </Box>
      <ShortcutGroups query={query} />
    </>
  );
}

/** All keys, by where they work: the sheet under '?' and the guide show them. @param query words to find among them */
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
