import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import type { PublisherKey } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import styles from './access.module.css';
import { focusSoon } from './access-dialog.tsx';
import { PublisherKeyForm } from './publisher-key-form.tsx';
import { PUBLISHER_NOTES, publisherState } from './publishers.ts';

/** One publisher's key: it can be set, replaced and removed, but not read. */
export function PublisherRow(props: {
  publisherKey: PublisherKey;
  now: number;
  announce: (text: string) => void;
}) {
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
      // The row says that the key is lost, and the user replaces it.
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
