import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { VaultState } from '../../service/contract/access.ts';
import type { CheckedTeam } from '../../service/contract/team.ts';
import { useTeamActions } from '../api/index.ts';

const ROLES: Readonly<Record<CheckedTeam['about']['role'], string>> = {
  read: 'may read',
  publish: 'may read, and share with the team',
  admin: 'may read, share, and take back what others shared',
};

/** Asks for a team's address and a key, says who is there, and follows when the person says so. The key is forgotten here when it closes. */
export function TeamForm(props: {
  /** What is set now; '' for none. */
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

  /** What was found belongs to what was asked. */
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
          {found ? 'Show its data here' : 'Look who is there'}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
