import { Button, Popover } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { Diagnostics } from './diagnostics.tsx';
import styles from './frame.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';

/** The last item of the rail: the keyboard's shortcuts, and what to send along when something is wrong. */
export function Help() {
  const [isOpen, setOpen] = useState(false);
  const [isSheetOpen, sheet] = useDisclosure(false);
  // Where the question mark stands on a key of its own, and where it needs Shift.
  useHotkeys([
    ['?', sheet.open],
    ['shift+?', sheet.open],
  ]);
  return (
    <>
      <Popover
        width={520}
        position="right-end"
        opened={isOpen}
        onChange={setOpen}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <button type="button" className={styles.item} onClick={() => setOpen(!isOpen)}>
            <IconHelpCircle size={20} stroke={1.6} aria-hidden />
            Help
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Help">
          {isOpen && (
            <>
              <Button
                variant="default"
                mb="sm"
                leftSection={<IconKeyboard size={16} stroke={1.6} />}
                onClick={() => {
                  setOpen(false);
                  sheet.open();
                }}
              >
                Keyboard shortcuts (?)
              </Button>
              <Diagnostics />
            </>
          )}
        </Popover.Dropdown>
      </Popover>
      <ShortcutSheet isOpen={isSheetOpen} onClose={sheet.close} />
    </>
  );
}
