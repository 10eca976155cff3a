import { ActionIcon, Box, Button, Menu, PasswordInput } from '@mantine/core';
import { IconLock, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { signIn, signOut, useAppState } from '../api/index.ts';

/** Asks for a team's key. If it is right, reloads the page at the same address. */
export function KeySignInPage() {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (key.trim() === '') {
      setProblem('Enter the key that you were given. It begins with alm_.');
      return;
    }
    setAsking(true);
    const refused = await signIn(key.trim());
    if (refused === undefined) {
      location.reload();
      return;
    }
    setAsking(false);
    setProblem(refused);
  };
  return (
    <Box component="main" className="center" h="100%" p="2rem" bg="var(--page)">
      <Box
        component="form"
        className="card column gap-12"
        w="26rem"
        maw="100%"
        p="1.75rem"
        onSubmit={(event: FormEvent) => void submit(event)}
      >
        <IconLock size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
        <Box component="h1" fz="1.125rem">
          Your team’s Almanac
        </Box>
        <PasswordInput
          label="Key"
          description="It begins with alm_. Ask the person who runs the team’s Almanac for it."
          autoComplete="off"
          autoFocus
          value={key}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setKey(value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" loading={isAsking}>
          Sign in
        </Button>
        <p className="quiet fine">
          You stay signed in until this tab is closed, for twelve hours at most. The key itself is not kept.
        </p>
      </Box>
    </Box>
  );
}

const ROLE_SENTENCES = {
  read: 'You can read, and keep what you save. Sharing needs a key of the role publish.',
  publish: 'You can read, keep what you save, and share it with the team.',
  admin: 'You can read, keep what you save, share it with the team, and take back what others share.',
} as const;

/** The person signed in to this tab of a team's page, and the way to sign out. */
export function SignedInMember() {
  const member = useAppState().data?.member;
  if (!member) return null;
  return (
    <Menu withinPortal={false} width={280} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Signed in as ${member.name}`} title="Signed in">
          <IconUserCircle size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as <strong>{member.name}</strong>. {ROLE_SENTENCES[member.role]} The person who runs the
          team’s Almanac manages its data and keys.
        </Menu.Label>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => {
            signOut();
            location.reload();
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
