import { Button, Popover } from '@mantine/core';
import { Diagnostics } from './diagnostics.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** A button that shows the host's report with the last lines of the log. It works without the service. */
export function ShowLog() {
  const { isOpen, popover, button, panel } = useButtonPanel();
  return (
    <Popover {...popover} width={520} position="bottom-end">
      <Popover.Target>
        <Button variant="default" size="compact-sm" {...button}>
          Show log
        </Button>
      </Popover.Target>
      <Popover.Dropdown {...panel} aria-label="Log">
        {isOpen && <Diagnostics />}
      </Popover.Dropdown>
    </Popover>
  );
}
