import { Anchor, Box, Button, PasswordInput, Skeleton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PublisherKey, PublisherWithKey } from '../../service/contract/access.ts';
import { useAccessActions, usePublisherKeys } from '../api/index.ts';
import { LoadFailed } from '../frame/index.ts';
import { useAction } from '../programs/index.ts';
import styles from './access.module.css';
import { Card } from './card-parts.tsx';
import { focusSoon } from './key-dialogs.tsx';
import { relativeText } from './key-line.ts';

/** The user's publisher keys: which are set, and their use. A key is never shown. */
export function PublisherKeysCard({ now, announce }: { now: number; announce: (text: string) => void }) {
  const { data, error, refetch } = usePublisherKeys();
  return (
    <Card
      id="publishers"
      title="Publishers’ keys"
      note="Your own keys from publishers. Each is sent only to its publisher. All are optional: every refresh works without one."
    >
      {error && !data && (
        <LoadFailed onRetry={() => void refetch()}>
          The publishers’ keys could not be loaded: {error.message}
        </LoadFailed>
      )}
      {!data && !error && <Skeleton height={150} m="sm" width="auto" />}
      {data && (
        <Box className="slides">
          <table className={`data-table ${styles.table}`} aria-label="Publishers’ keys">
            <thead>
              <tr>
                <th scope="col">Publisher</th>
                <th scope="col">State</th>
                <th scope="col">Used for</th>
                <th scope="col">
                  <span className="unseen">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.keys.map((key) => (
                <PublisherRow key={key.publisher} publisherKey={key} now={now} announce={announce} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </Card>
  );
}

/** One publisher's key: the user can set, replace and remove it, but not read it. */
function PublisherRow(props: { publisherKey: PublisherKey; now: number; announce: (text: string) => void }) {
  const { publisherKey: key } = props;
  const { publisher } = key;
  const [open, setOpen] = useState<'set' | 'remove'>();
  const save = useAction(useAccessActions().setPublisherKey);
  const notes = PUBLISHER_NOTES[publisher];
  const state = publisherState(key, props.now);
  const isSet = key.state === 'present' || key.state === 'lost';
  const setName = `set-${publisher}`;

  function close(): void {
    setOpen(undefined);
    save.forgetError();
    focusSoon(setName);
  }

  async function store(text?: string): Promise<boolean> {
    const answer = await save.run({
      publisher,
      ...(text !== undefined && { key: text }),
      // The row already shows that the key is lost, so the user means to replace it.
      ...(key.state === 'lost' && { even_if_lost: true }),
    });
    if (answer === undefined) return false;
    props.announce(`The ${publisher} key is ${text === undefined ? 'removed' : 'set'}.`);
    close();
    return true;
  }

  return (
    <>
      <tr>
        <th scope="row">
          {publisher}
          <div className="sub">{notes.name}</div>
        </th>
        <td>
          <span className="chip one-line" data-tone={state.tone}>
            <span aria-hidden />
            {state.text}
          </span>
          <div className={`sub ${styles.wrap}`}>{state.more}</div>
        </td>
        <td className={styles.wrap}>
          {key.used_for ?? 'Nothing yet: Almanac reads this publisher’s open files, which need no key.'}
          <div className="sub">
            Sign up:{' '}
            <Anchor href={notes.signUp} target="_blank" rel="noreferrer" inherit underline="always">
              {notes.signUp.replace('https://', '')}
            </Anchor>
          </div>
        </td>
        <td className="to-right">
          {key.state !== 'environment' && (
            <Button
              data-focus={setName}
              variant="default"
              size="compact-sm"
              aria-label={`${isSet ? 'Replace' : 'Set'} key of ${publisher}`}
              aria-expanded={open === 'set'}
              onClick={() => setOpen('set')}
            >
              {isSet ? 'Replace' : 'Set key'}
            </Button>
          )}
          {isSet && (
            <Button
              variant="subtle"
              color="gray"
              className="error"
              size="compact-sm"
              aria-label={`Remove key of ${publisher}`}
              aria-expanded={open === 'remove'}
              onClick={() => setOpen('remove')}
            >
              Remove
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr className={styles.formRow}>
          <td colSpan={4}>
            {open === 'set' ? (
              <PublisherKeyForm
                publisher={publisher}
                isPending={save.isPending}
                error={save.error}
                onSubmit={store}
                onCancel={close}
              />
            ) : (
              <div className="row wrap gap-8-12">
                <span>
                  Remove the {publisher} key from this computer?{' '}
                  {save.error && (
                    <span role="alert" className="error fine">
                      {save.error}
                    </span>
                  )}
                </span>
                <Button color="red.9" loading={save.isPending} autoFocus onClick={() => void store()}>
                  Remove
                </Button>
                <Button variant="default" onClick={close}>
                  Keep it
                </Button>
              </div>
            )}
          </td>
        </tr>
      )}
    </>
  );
}

/** A form for a key from a publisher. The key is discarded when the form closes. */
function PublisherKeyForm(props: {
  publisher: PublisherWithKey;
  isPending: boolean;
  error: string | undefined;
  onSubmit: (key: string) => Promise<boolean>;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() !== '') void props.onSubmit(typed.trim());
  }

  return (
    <form className={`flex wrap gap-12 ${styles.form}`} onSubmit={submit}>
      <PasswordInput
        label={`Key from ${props.publisher}`}
        size="xs"
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={typed}
        error={props.error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="row gap-8">
        <Button type="submit" loading={props.isPending} disabled={typed.trim() === ''}>
          Save
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The publishers' full names and sign-up pages. */
const PUBLISHER_NOTES: Readonly<Record<PublisherWithKey, { name: string; signUp: string }>> = {
  BLS: { name: 'Bureau of Labor Statistics', signUp: 'https://data.bls.gov/registrationEngine/' },
  BEA: { name: 'Bureau of Economic Analysis', signUp: 'https://apps.bea.gov/API/signup/' },
  Census: { name: 'Census Bureau', signUp: 'https://api.census.gov/data/key_signup.html' },
  FRED: {
    name: 'Federal Reserve Bank of St. Louis',
    signUp: 'https://fredaccount.stlouisfed.org/apikeys',
  },
};

/** @returns text and colour of a publisher key's chip, and the line below. @param now ms since 1970 UTC */
function publisherState({ state, last4, set_at }: PublisherKey, now: number) {
  switch (state) {
    case 'absent':
      return { text: 'Not set', tone: 'none', more: '' };
    case 'present':
      return {
        text: `Set, …${last4 ?? ''}`,
        tone: 'active',
        more: set_at === null ? '' : relativeText(set_at, now),
      };
    case 'environment':
      return { text: `From the environment, …${last4 ?? ''}`, tone: 'active', more: 'read-only' };
    case 'lost':
      return {
        text: 'Lost',
        tone: 'lost',
        more: 'The keychain is locked or no longer has it. Unlock it, or set the key again.',
      };
  }
}
