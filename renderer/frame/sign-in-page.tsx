import { Box, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { CommandLine } from './command-line.tsx';

/** Shown where this window has no session: its address was used before or is too old, or the host was restarted. */
export function SignInPage() {
  return (
    <Box component="main" className="center" h="100%" p="2rem" bg="var(--page)">
      <Box className="card column gap-12" maw="30rem" p="1.75rem">
        <IconLock size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
        <Box component="h1" fz="1.125rem">
          This window is not signed in
        </Box>
        <p>
          Almanac opens with an address that works once, so that no other page or person on this computer can
          read your data. This address has been used or is too old.
        </p>
        <p>
          <strong>Press Enter in the terminal where Almanac runs:</strong> it prints a new address. Where it
          does not run any more, start it again:
        </p>
        <CommandLine>npm start</CommandLine>
        <div>
          <Button variant="default" onClick={() => location.reload()}>
            Try again
          </Button>
        </div>
      </Box>
    </Box>
  );
}
