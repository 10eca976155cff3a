import { Box, Button, PasswordInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { signIn } from '../api/index.ts';

/** Asks for a key, at a node of a team. Where it is right, the page is loaded again, at the address that it was opened with. */
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
          description="It begins with alm_. Who runs the team’s Almanac has it for you."
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
