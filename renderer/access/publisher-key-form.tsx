import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PublisherWithKey } from '../../service/contract/access.ts';
import styles from './vault.module.css';

/** Asks for a key that the user got from a publisher. It is forgotten here when the form closes. */
export function PublisherKeyForm(props: {
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
      <div className={`row gap-8 ${styles.actions}`}>
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
