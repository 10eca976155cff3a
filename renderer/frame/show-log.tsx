import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { Diagnostics } from './diagnostics.tsx';

/** Beside what failed: the host's report with the last lines of the log. It does not need the service. */
export function ShowLog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      width={520}
      position="bottom-end"
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button variant="default" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          Show log
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Log">{isOpen && <Diagnostics />}</Popover.Dropdown>
    </Popover>
  );
}
