import { Box, Button } from '@mantine/core';
import { useId, useState } from 'react';
import { teamText } from '../../service/calendar/team-freshness.ts';
import type { TeamChoice } from '../../service/contract/team.ts';
import { useTeam, useTeamActions, useTeamChoice } from '../api/index.ts';
import { HelpLink } from '../frame/index.ts';
import { messageOf, TeamForm } from './team-form.tsx';

/** Where the data come from. The service asks the team's Almanac before anything is changed, and then starts again. */
export function TeamSetting() {
  const id = useId();
  const { data: choice, error } = useTeamChoice();
  const team = useTeam();
  const { leaveTeam } = useTeamActions();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useState<{ text: string; isFailure?: boolean }>();
  const address = choice?.address ?? '';

  async function leave(): Promise<void> {
    setBusy(true);
    say(undefined);
    try {
      await leaveTeam();
      setOpen(false);
      say({ text: 'The data are those of this computer again, as you left them.' });
    } catch (failure) {
      say({ text: `Nothing was changed. ${messageOf(failure)}`, isFailure: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="column gap-8 ruled"
      p="0.625rem 1rem"
      data-setting="team"
      data-changed={address !== '' || undefined}
    >
      <div className="row wrap gap-8-12">
        <Box flex="1 1 18rem" className="shrink">
          <div className="row gap-4">
            <Box component="h3" id={id} className="medium" fz="md">
              {address !== '' && (
                <span className="accent" title="Changed">
                  <span aria-hidden>● </span>
                  <span className="unseen">Changed: </span>
                </span>
              )}
              Data from
            </Box>
            <HelpLink to="/guide/team" about="a team’s data" />
          </div>
          <p className="breaks">
            {address === '' ? 'This computer' : `The team’s Almanac at ${address}`}
            {team && team.address === address && (
              <span className="quiet"> · {teamText(team.state, team.askedAt)}</span>
            )}
          </p>
          {choice && <p className="sub">{keyWords(choice)}</p>}
        </Box>
        {!isOpen && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={!choice || isBusy}
            onClick={() => setOpen(true)}
          >
            {address === '' ? 'A team’s Almanac…' : 'Another address or key…'}
          </Button>
        )}
        {address !== '' && (
          <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void leave()}>
            This computer’s data again
          </Button>
        )}
      </div>
      {error && <p className="error">Where the data come from could not be loaded. {error.message}</p>}
      {isOpen && (
        <TeamForm
          address={address}
          vault={choice?.vault}
          onClose={() => setOpen(false)}
          onFollowed={(now) => {
            setOpen(false);
            say({ text: `The data are those of ${now} from here on. Your own stay in the data folder.` });
          }}
        />
      )}
      <p className={said?.isFailure ? 'error' : undefined} role={said?.isFailure ? 'alert' : 'status'}>
        {said?.text}
      </p>
    </Box>
  );
}

/** @returns what to know of the key. */
function keyWords({ address, key, last4, message }: TeamChoice): string {
  if (address === '')
    return 'Or a copy of what your team has, with its address and a key. Your own data stay.';
  switch (key) {
    case 'present':
      return `${last4 ? `Your key ends with ${last4}. ` : ''}Your own data stay in the data folder; the settings of refreshes are theirs.`;
    case 'lost':
      return `The key cannot be read. ${message}`;
    case 'absent':
      return 'There is no key for this address: enter it.';
  }
}
