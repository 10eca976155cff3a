import { Button, Group } from '@mantine/core';
import { assertNever } from '../../service/contract/failure.ts';
import type { HostState } from '../../service/contract/host.ts';
import { isTeamPage, useRestartService, useTeamActions } from '../api/index.ts';
import { Notice } from './notice.tsx';
import { ShowLog } from './show-log.tsx';

/** Says when the service is not ready, what that means for the screen, and what to do. */
export function HostBanner({ state, isGone }: { state: HostState | undefined; isGone: boolean }) {
  const restart = useRestartService();
  const { leaveTeam } = useTeamActions();
  const banner = isGone ? (isTeamPage() ? NODE_GONE : GONE) : state && bannerOf(state);
  if (!banner) return null;
  return (
    <Notice
      isFlush
      tone={banner.isWaiting ? 'busy' : 'failure'}
      action={
        banner.canRestart && (
          <Group gap={8} wrap="nowrap">
            {!banner.isWaiting && <ShowLog />}
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
            {!banner.isWaiting && state?.team !== undefined && (
              // Without a failure of its own: what it cannot do the banner goes on to say.
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void leaveTeam().catch(() => undefined)}
              >
                This computer’s data again
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
      {restart.isPending ? 'The data service is starting again.' : banner.text}
    </Notice>
  );
}

type Banner = { text: string; isWaiting: boolean; canRestart: boolean };

const GONE: Banner = {
  text: 'Almanac itself does not answer any more: it was ended. What is on the screen stays. Start it again with npm start.',
  isWaiting: false,
  canRestart: false,
};

const NODE_GONE: Banner = {
  text: "The team's Almanac does not answer. What is on the screen stays, and comes up to date when it answers again.",
  isWaiting: true,
  canRestart: false,
};

function bannerOf({ service, message }: HostState): Banner | undefined {
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
