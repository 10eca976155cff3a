import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** A name and what is to be said under it, in a list of such. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box className="fact ruled" py={7}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Box>
  );
}
