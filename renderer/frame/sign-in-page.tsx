import { Box, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { CommandLine } from './command-line.tsx';

/**
 * Shown where this window has no session and no other tab could lend one (`renderer/api/session.ts`). It goes as soon as one can: the
 * page keeps asking for the state.
 */
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
          read your data. Every tab of this browser then has the same sign-in. No open tab has one now, and
          the address brought none: it has no token, or one that was used or is too old.
        </p>
        <p>
          <strong>Press Enter in the terminal where Almanac runs:</strong> it prints a new address. Opened in
          this browser, it signs this tab in too. Where Almanac does not run any more, start it again:
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
