import { Box, CloseButton, Flex, Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import styles from './frame.module.css';
import { useScreens } from './screens-context.ts';
import { keyName, shortcutGroups } from './shortcut-list.ts';
import type { Shortcut } from './types.ts';

/** The keyboard shortcuts of the app, by where they work. */
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
          <Box className="row spread" mb="sm">
            <Box component="h2" fz="1rem">
              Keyboard shortcuts
            </Box>
            <CloseButton aria-label="Close the shortcuts" onClick={onClose} />
          </Box>
          <ShortcutGroups />
          <p className="quiet fine">They work wherever no text is being typed.</p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** All keys, by where they work: the sheet under '?' and the guide show them. */
export function ShortcutGroups() {
  const screens = useScreens();
  return (
    <div className={styles.shortcuts}>
      {shortcutGroups(screens).map(({ title, shortcuts }) => (
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
            {keyName(key, isMac)}
          </Kbd>
        ))}
      </Flex>
    </Fragment>
  ));
}
