import { Button, Popover } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { useCan } from '../api/index.ts';
import { Diagnostics } from './diagnostics.tsx';
import styles from './frame.module.css';
import { ownAction, useOfferedActions } from './offered-actions.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** The last item of the rail: the keyboard shortcuts, and a report to send when something is wrong. */
export function Help() {
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
