import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** Something about the file to be saved that must not be overlooked. */
export function ExportNote({ children }: { children: ReactNode }) {
  return (
    <Box component="p" className="framed warning fine breaks" mt={2} p="0.25rem 0.5rem">
      {children}
    </Box>
  );
}
