import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HostState } from '../../service/contract/host.ts';
import { STORAGE } from './data-fragments.ts';
import { Notice } from './notice.tsx';

/** Says on every screen that the data file is damaged, and leads to the back-ups. Shows nothing while no damage is known. */
export function DamageBanner({ damage }: Pick<HostState, 'damage'>) {
  if (!damage) return null;
  return (
    <Notice
      isFlush
      tone="failure"
      action={
        <Button component={Link} to="/data" hash={STORAGE} variant="default" size="compact-sm">
          Back-ups
        </Button>
      }
    >
      {damage.message} Data that cannot be read completely are not shown.
    </Notice>
  );
}
