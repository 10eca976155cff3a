import { Box, Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { teamText } from '../../service/calendar/team-freshness.ts';
import type { VaultState } from '../../service/contract/access.ts';
import type { CheckedTeam, TeamChoice } from '../../service/contract/team.ts';
import { useTeam, useTeamActions, useTeamChoice } from '../api/index.ts';
import { HelpLink, SmallButton } from '../frame/index.ts';
import { ChangedMark } from './setting-line.tsx';

/** The source of the data. The service checks the team's Almanac before any change, and then restarts. */
export function TeamSetting() {
  const id = useId();
  const { data: choice, error } = useTeamChoice();
  const team = useTeam();
  const { leaveTeam } = useTeamActions();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, say] = useState<{ text: string; isFailure?: boolean }>();
  const address = choice?.address ?? '';

  async function leave(): Promise<void> {
    setBusy(true);
    say(undefined);
    try {
      await leaveTeam();
      setOpen(false);
      say({ text: 'You see this computer’s data again, as you left them.' });
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
              {address !== '' && <ChangedMark />}
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
          <SmallButton disabled={!choice || isBusy} onClick={() => setOpen(true)}>
            {address === '' ? 'A team’s Almanac…' : 'Another address or key…'}
          </SmallButton>
        )}
        {address !== '' && (
          <SmallButton loading={isBusy} onClick={() => void leave()}>
            Use this computer’s data
          </SmallButton>
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
            say({ text: `You now see the data of ${now}. Your own data stay in the data folder.` });
          }}
        />
      )}
      <p className={message?.isFailure ? 'error' : undefined} role={message?.isFailure ? 'alert' : 'status'}>
        {message?.text}
      </p>
    </Box>
  );
}

function keyWords({ address, key, last4, message }: TeamChoice): string {
  if (address === '')
    return 'Or a copy of what your team has, with its address and a key. Your own data stay.';
  switch (key) {
    case 'present':
      return `${last4 ? `Your key ends with ${last4}. ` : ''}Your own data stay in the data folder; the team decides about refreshes.`;
    case 'lost':
      return `The key cannot be read. ${message}`;
    case 'absent':
      return 'There is no key for this address: enter one.';
  }
}

const ROLES: Readonly<Record<CheckedTeam['about']['role'], string>> = {
  read: 'may read',
  publish: 'may read, and share with the team',
  admin: 'may read, share, and take back what others shared',
};

/** Takes a team's address and key, shows which team answers, and follows it. Closing discards the key. */
function TeamForm(props: {
  address: string;
  vault: VaultState | undefined;
  onClose: () => void;
  onFollowed: (address: string) => void;
}) {
  const { vault } = props;
  const { checkTeam, followTeam } = useTeamActions();
  const [address, setAddress] = useState(props.address);
  const [key, setKey] = useState('');
  const [found, setFound] = useState<CheckedTeam>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isComplete = address.trim() !== '' && key.trim() !== '';

  async function ask(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (failure) {
      setFound(undefined);
      setProblem(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    void ask(async () => {
      if (found === undefined) return setFound(await checkTeam({ address, key }));
      await followTeam({ address: found.address, key });
      props.onFollowed(found.address);
    });
  }

  /** The team found belongs to the old input. */
  function change(set: (text: string) => void, text: string): void {
    set(text);
    setFound(undefined);
    setProblem(undefined);
  }

  return (
    <form className="column gap-8" onSubmit={submit} aria-label="A team’s Almanac">
      <div className="flex wrap gap-12">
        <TextInput
          label="Address"
          placeholder="https://data.example.org"
          size="xs"
          flex="1 1 16rem"
          autoFocus
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={address}
          onChange={(event) => change(setAddress, event.currentTarget.value)}
        />
        <PasswordInput
          label="Key"
          size="xs"
          flex="1 1 16rem"
          autoComplete="off"
          maxLength={400}
          value={key}
          onChange={(event) => change(setKey, event.currentTarget.value)}
        />
      </div>
      <p className="sub">
        Whoever runs the team’s Almanac gives you both. The key goes to that address only.
        {vault && vault.kept_in !== 'keychain' && ` ${vault.message}`}
      </p>
      <div role="status">
        {found && (
          <p>
            {found.about.name === undefined ? (
              'A team’s Almanac'
            ) : (
              <b className="medium">{found.about.name}</b>
            )}{' '}
            answers at {found.address}, with version {found.about.version} of its data. Your key ‘
            {found.about.key_name}’ {ROLES[found.about.role]}.
          </p>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="error">
          Nothing was changed. {problem}
        </p>
      )}
      <div className="row wrap gap-8">
        <Button type="submit" loading={isBusy} disabled={!isComplete}>
          {found ? 'Show its data here' : 'Check address and key'}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
