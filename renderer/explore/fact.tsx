import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** An entry of a description list: a name and its content. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box className="fact ruled" py={7}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Box>
  );
}
