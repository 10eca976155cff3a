import { Anchor, Popover, Text, UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sinceText, teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import { useTeam } from '../api/index.ts';
import styles from './frame.module.css';
import { HelpLink } from './help-link.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** How the copy of a team's data stands; a click says more, and what to do. Shows nothing for the data of this computer. */
export function TeamChip() {
  const team = useTeam();
  const { popover, button, panel } = useButtonPanel();
  if (!team) return null;
  const { address, state } = team;
  // Before the first answer there is no time of it.
  const nowMs = team.askedAt || Date.now();
  const text = teamText(state, nowMs);
  return (
    <>
      <Popover {...popover} width={380} position="bottom-end">
        <Popover.Target>
          <UnstyledButton
            {...button}
            className={`rounded hovers row gap-6 quiet fine one-line ${styles.fresh}`}
            aria-label={text}
            title={text}
          >
            <span
              className={styles.dot}
              data-sample={state?.state === 'catching up' || undefined}
              data-none={state === undefined || state.state === 'offline' || undefined}
              data-late={state?.state === 'refused' || undefined}
            />
            <IconUsers size={18} stroke={1.6} aria-hidden className={styles.freshIcon} />
            <span className={styles.freshText}>{text}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown {...panel} maw="calc(100vw - 1rem)">
          <div className="row gap-4">
            <Text fw={600}>The data of a team</Text>
            <HelpLink to="/guide/team#what-the-top-bar-says" about="the states of a team's data" />
          </div>
          <div className={styles.freshScroll}>
            <table className="fine">
              <tbody>
                <Fact name="Address">{address}</Fact>
                {state && (
                  <>
                    <Fact name="Version">
                      {state.version === state.head ? state.version : `${state.version} of ${state.head}`}
                    </Fact>
                    <Fact name="State">
                      {state.state}, since {sinceText(state.since, nowMs)}
                    </Fact>
                    <Fact name="Last answer">
                      {state.lastAnswer === null ? 'none yet' : sinceText(state.lastAnswer, nowMs)}
                    </Fact>
                  </>
                )}
              </tbody>
            </table>
          </div>
          {state?.reason !== undefined && (
            <Text fz="xs" mb={8} className={state.state === 'refused' ? 'error' : undefined}>
              {state.reason}
            </Text>
          )}
          <Text fz="xs" c="dimmed">
            {teamAdvice(state, nowMs)}
          </Text>
          <Anchor
            component={Link}
            to="/settings"
            search={{ group: 'data' } as never}
            underline="always"
            fz="xs"
            mt={12}
            display="inline-block"
          >
            Data from: settings
          </Anchor>
        </Popover.Dropdown>
      </Popover>
      {/* Without the seconds, which would be read out again and again. */}
      <span className="unseen" role="status">
        {state && state.state !== 'current' && text}
      </span>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="quiet">
        {name}
      </th>
      <td>{children}</td>
    </tr>
  );
}
