import { Box } from '@mantine/core';

/** Shown once Almanac was ended from this page. */
export function EndedPage() {
  return (
    <Box component="main" className="center quiet" h="100%" p="2rem" bg="var(--page)">
      <p role="status">Almanac has ended. Start it again with npm start.</p>
    </Box>
  );
}
