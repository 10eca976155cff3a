import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './vault.module.css';

/** contract/vault `VaultRequest`. */
const SHORTEST = 8;

/** Asks for the passphrase of the file; twice where the file is new, for nobody can recover it. */
export function PassphraseForm(props: {
  isNew: boolean;
  isPending: boolean;
  /** @returns whether it was taken; what was typed is forgotten then. */
  onSubmit: (passphrase: string) => Promise<boolean>;
  onCancel: () => void;
}) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const differs = props.isNew && again !== '' && again !== passphrase;
  const isReady = passphrase.length >= SHORTEST && (!props.isNew || again === passphrase);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isReady && (await props.onSubmit(passphrase))) {
      setPassphrase('');
      setAgain('');
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label="Passphrase"
        size="xs"
        autoFocus
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        {...(props.isNew && {
          description: `At least ${SHORTEST} characters. Without it the keys in the file are lost.`,
        })}
      />
      {props.isNew && (
        <PasswordInput
          label="The same again"
          size="xs"
          autoComplete="off"
          value={again}
          error={differs && 'The two differ.'}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={props.isPending} disabled={!isReady}>
          {props.isNew ? 'Make the file' : 'Open'}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
