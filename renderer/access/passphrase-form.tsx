import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './vault.module.css';

/** contract/vault `VaultRequest`. */
const SHORTEST = 8;

const SUBMIT = { 'use-file': 'Make the file', 'open-file': 'Open', 'new-file': 'Start anew' } as const;

/** Asks for the passphrase of the file; twice for a new file, because nobody can recover it. */
export function PassphraseForm(props: {
  way: keyof typeof SUBMIT;
  isPending: boolean;
  /** @returns whether the passphrase was accepted; then it is forgotten here. */
  onSubmit: (passphrase: string) => Promise<boolean>;
  onCancel: () => void;
  /** The user does not know the passphrase of the existing file. */
  onForgotten: () => void;
}) {
  const isNew = props.way !== 'open-file';
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const differs = isNew && again !== '' && again !== passphrase;
  const isReady = passphrase.length >= SHORTEST && (!isNew || again === passphrase);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isReady && (await props.onSubmit(passphrase))) {
      setPassphrase('');
      setAgain('');
    }
  }

  return (
    <form className={`flex wrap gap-12 ${styles.form}`} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label={props.way === 'new-file' ? 'New passphrase' : 'Passphrase'}
        size="xs"
        autoFocus
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        {...(isNew && {
          description: `At least ${SHORTEST} characters. Without it the keys in the file are lost.`,
        })}
      />
      {isNew && (
        <PasswordInput
          label="The same again"
          size="xs"
          autoComplete="off"
          value={again}
          error={differs && 'The two differ.'}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      )}
      <div className={`row gap-8 ${styles.actions}`}>
        <Button type="submit" loading={props.isPending} disabled={!isReady}>
          {SUBMIT[props.way]}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        {!isNew && (
          <Button variant="default" onClick={props.onForgotten}>
            Forgotten? Start anew
          </Button>
        )}
      </div>
    </form>
  );
}
