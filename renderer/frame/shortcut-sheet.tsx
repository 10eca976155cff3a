import { CloseButton, Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import { keyName, SHORTCUTS, type Shortcut } from './shortcut-list.ts';
import styles from './shortcuts.module.css';

/** All keys of the app, by where they hold. */
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
          <div className={`row spread ${styles.head}`}>
            <h2>Keyboard shortcuts</h2>
            <CloseButton aria-label="Close the shortcuts" onClick={onClose} />
          </div>
          <div className={styles.groups}>
            {SHORTCUTS.map(({ title, shortcuts }) => (
              <section key={title} className={styles.group} aria-label={title}>
                <h3>{title}</h3>
                <dl>
                  {shortcuts.map((one) => (
                    <div key={one.does} className={`gap-12 ${styles.shortcut}`}>
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
          <p className="no-margin quiet fine">They hold wherever no text is being typed.</p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  const isMac = navigator.platform.startsWith('Mac');
  return keys.map((combination, i) => (
    <Fragment key={combination.join('+')}>
      {i > 0 && ' '}
      <span className={`one-line ${styles.keys}`}>
        {combination.map((key) => (
          <Kbd key={key} size="xs">
            {keyName(key, isMac)}
          </Kbd>
        ))}
      </span>
    </Fragment>
  ));
}
