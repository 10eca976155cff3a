import { Box, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Says what could not be loaded, with Retry. */
export function LoadFailed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice
      tone="failure"
      action={
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

/** Takes the place of a screen's content, tools and drawing, while it loads. @param label 'Loading the list' */
export function LoadingContent({ label }: { label: string }) {
  return (
    <Box className="column gap-10" p={12} h="100%">
      <Skeleton height={30} />
      <Skeleton className="fill" height="auto" role="img" aria-label={label} />
    </Box>
  );
}
