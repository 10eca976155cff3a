import { Button } from '@mantine/core';
import { useState } from 'react';
import { findSetting } from '../../service/contract/check-setting.ts';
import { useHostState, useIsAway, useIsRestarting, usePortHolder, useRestartService } from '../api/index.ts';
import { Notice } from '../frame/index.ts';

/** What waits for a restart of the data service, or that another program has the port that was set. */
export function RestartNotice({ waiting, port }: { waiting: readonly string[]; port: unknown }) {
  const restart = useRestartService();
  const { data: host } = useHostState();
  const address = host?.base_url ? Number(new URL(host.base_url).port) : undefined;
  const isElsewhere = address !== undefined && waiting.length === 0 && address !== port;
  const { data: holder } = usePortHolder(isElsewhere && typeof port === 'number' ? port : undefined);
  const isBusy = [restart.isPending, useIsAway(), useIsRestarting()].includes(true);
  // Once the program has ended, the port can be taken back.
  const [wasHeld, setWasHeld] = useState<unknown>();
  if (typeof holder === 'string' && wasHeld !== port) setWasHeld(port);
  const isFree = isElsewhere && holder === null && wasHeld === port;
  if (waiting.length === 0 && typeof holder !== 'string' && !isFree) return null;
  const titles = waiting.map((name) => findSetting(name)?.title ?? name).join(', ');
  return (
    <Notice
      tone="note"
      action={
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => restart.mutate()}>
          Restart now
        </Button>
      }
    >
      {waiting.length > 0
        ? `${titles} ${waiting.length === 1 ? 'takes' : 'take'} effect when the data service is restarted. Charts stay as they are.`
        : isFree
          ? `Port ${port} is free again; the API is at port ${address} until a restart.`
          : `Port ${port} is in use by ${holder}, so the API is at port ${address}. End that program and restart, or set another port.`}
      {restart.error && ` It was not restarted: ${restart.error.message}`}
    </Notice>
  );
}
