import { Box, Button, Group } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';

/** Shown instead of a screen that failed. Nothing is lost: the service has the data, and the address says what was shown. */
export function ErrorPage({ error, reset }: { error: unknown; reset?: () => void }) {
  return (
    <Box component="main" id="main" className="center" h="100%" p="2rem" bg="var(--page)">
      <Box className="card column gap-12" maw="30rem" p="1.75rem" role="alert">
        <IconMoodConfuzed size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
        <Box component="h1" fz="1.125rem">
          This screen could not be shown
        </Box>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Your data are untouched.</p>
        <Group>
          {reset && <Button onClick={reset}>Try again</Button>}
          <Button component="a" href="/" variant="default">
            Start from the first view
          </Button>
        </Group>
      </Box>
    </Box>
  );
}
