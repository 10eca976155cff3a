import { Box, Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Says what failed, with Retry. @param props.isBusy it is tried again just now @param props.isFlush from edge to edge */
export function LoadFailed(props: {
  children: ReactNode;
  onRetry: () => void;
  isBusy?: boolean;
  isFlush?: boolean;
}) {
  return (
    <Notice
      tone="failure"
      isFlush={props.isFlush ?? false}
      action={
        <Button variant="default" size="compact-sm" loading={props.isBusy ?? false} onClick={props.onRetry}>
          Retry
        </Button>
      }
    >
      {props.children}
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
