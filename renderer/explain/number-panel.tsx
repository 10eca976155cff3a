import { Box, CloseButton } from '@mantine/core';
import { CopyExplanation } from './copy-explanation.tsx';
import { NumberTree } from './number-tree.tsx';
import type { NumberNode } from './types.ts';

/** Explains one number of a screen that knows by itself how it was computed. */
export function NumberPanel({ node, onClose }: { node: NumberNode; onClose: () => void }) {
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <Box className="row gap-4" mb={8}>
        <h2 className="large fill">Explain this number</h2>
        <CopyExplanation node={node} />
        <CloseButton aria-label="Close the explanation" onClick={onClose} />
      </Box>
      <NumberTree key={`${node.label} ${node.date}`} node={node} />
    </Box>
  );
}
