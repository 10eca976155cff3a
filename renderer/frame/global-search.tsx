import { Kbd, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useMenuAction } from '../api/index.ts';
import styles from './frame.module.css';
import { Palette } from './palette/palette.tsx';

/** Opens the search. `message`: a result that is visible nowhere else, for two seconds. */
const SearchContext = createContext<{ open: () => void; message: string | undefined }>({
  open: () => undefined,
  message: undefined,
});

/**
 * The search over everything, Ctrl/Cmd-K on every screen. Series and datasets become a chart, on Explore they are added to it; screens open;
 * actions run.
 * It surrounds the screens, so that it opens before the code of one is loaded, and stays open when another comes.
 */
export function GlobalSearch({ children }: { children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  useMenuAction('find', open);
  const [message, setMessage] = useState<string | undefined>();
  const forget = useTimeout(() => setMessage(undefined), 2000);
  return (
    <SearchContext value={useMemo(() => ({ open, message }), [open, message])}>
      {children}
      <VisuallyHidden role="status">{message ?? ''}</VisuallyHidden>
      {/* No transition: the field must be there for what is typed right after the shortcut. */}
      <Modal.Root
        opened={isOpen}
        onClose={close}
        size="lg"
        yOffset="12vh"
        lockScroll={false}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay backgroundOpacity={0.4} />
        <Modal.Content aria-label="Find a series">
          <Modal.Body p="xs">
            <Palette
              onClose={close}
              onMessage={(text) => {
                setMessage(text);
                forget.start();
              }}
            />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </SearchContext>
  );
}

/** Opens the search with the mouse. */
export function SearchButton() {
  const { open, message } = useContext(SearchContext);
  return (
    <UnstyledButton
      className={`well row shrink gap-8 quiet ${styles.searchButton}`}
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch className="fixed" size={15} stroke={1.7} aria-hidden />
      <span className="cut fill one-line">{message ?? 'Find a series'}</span>
      <Kbd size="xs" className={styles.narrowHidden}>
        {navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  );
}
