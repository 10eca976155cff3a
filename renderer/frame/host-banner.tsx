import { Button, Group } from '@mantine/core';
import { assertNever } from '../../service/contract/failure.ts';
import type { HostState } from '../../service/contract/host.ts';
import { useRestartService } from '../api/index.ts';
import { Notice } from './notice.tsx';
import { ShowLog } from './show-log.tsx';

/** Says when the service is not ready, what that means for what is on the screen, and what to do. */
export function HostBanner({ state, isGone }: { state: HostState | undefined; isGone: boolean }) {
  const restart = useRestartService();
  const said = isGone ? GONE : state && sayState(state);
  if (!said) return null;
  return (
    <Notice
      isFlush
      tone={said.isWaiting ? 'busy' : 'failure'}
      action={
        said.canRestart && (
          <Group gap={8} wrap="nowrap">
            {!said.isWaiting && <ShowLog />}
            {state?.problem === 'port_taken' && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={restart.isPending}
                onClick={() => restart.mutate({ any_port: true })}
              >
                Use another port this once
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              loading={restart.isPending}
              onClick={() => restart.mutate({})}
            >
              Restart the service
            </Button>
          </Group>
        )
      }
    >
      {restart.isPending ? 'The data service is starting again.' : said.text}
    </Notice>
  );
}

type Said = { text: string; isWaiting: boolean; canRestart: boolean };

const GONE: Said = {
  text: 'Almanac itself does not answer any more: it was ended. What is on the screen stays. Start it again with npm start.',
  isWaiting: false,
  canRestart: false,
};

function sayState({ service, message }: HostState): Said | undefined {
  switch (service) {
    case 'ready':
      return undefined;
    case 'starting':
      return { text: 'The data service is starting.', isWaiting: true, canRestart: false };
    case 'degraded':
      return {
        text: message ?? 'The data service stopped answering and is being started again.',
        isWaiting: true,
        canRestart: true,
      };
    case 'failed':
    case 'stopped':
      return {
        text: `${message ?? 'The data service stopped.'} What is on the screen stays; nothing new can be loaded.`,
        isWaiting: false,
        canRestart: true,
      };
    default:
      return assertNever(service);
  }
}
