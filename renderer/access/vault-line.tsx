import { Button, PasswordInput } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { VaultRequest, VaultState } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import styles from './access.module.css';

const WAYS: Readonly<Record<VaultRequest['way'], string>> = {
  unlock: 'Unlock and try again',
  'use-session': 'Keep for this session only',
  'use-file': 'Use a passphrase file',
  'open-file': 'Open the passphrase file',
  'use-keychain': 'Use the keychain',
  'new-file': 'Forgotten? Start over',
};

/** The choices that need a passphrase, with the label of the submit button. */
const FILE_WAYS = { 'use-file': 'Make the file', 'open-file': 'Open', 'new-file': 'Start over' } as const;
type FileWay = keyof typeof FILE_WAYS;
const isFileWay = (way: VaultRequest['way']): way is FileWay => way in FILE_WAYS;

/** Shows where keys are kept now, and the available changes. */
export function VaultLine({ vault, announce }: { vault: VaultState; announce: (text: string) => void }) {
  const [form, setForm] = useState<FileWay>();
  const choose = useAction(useAccessActions().chooseVault);
  const isGood =
    vault.kept_in === 'keychain' && (vault.keychain === 'unlocked' || vault.keychain === 'unknown');
  const Icon = isGood ? IconShieldCheck : IconShieldExclamation;

  function show(way: FileWay | undefined): void {
    choose.forgetError();
    setForm(way);
  }

  async function take(request: VaultRequest): Promise<boolean> {
    const state = await choose.run(request);
    if (state) {
      setForm(undefined);
      announce(state.message);
    }
    return state !== undefined;
  }

  return (
    <section
      className={`warning flex start wrap ${styles.vault}`}
      aria-label="Where keys are kept"
      data-good={isGood || undefined}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <div className={`shrink ${styles.text}`}>
        <p>{vault.message}</p>
        {form === 'new-file' && <p>{vault.start_anew}</p>}
        {form && (
          <PassphraseForm
            key={form}
            way={form}
            isPending={choose.isPending}
            onSubmit={(passphrase) => take({ way: form, passphrase })}
            onCancel={() => show(undefined)}
            onForgotten={() => show('new-file')}
          />
        )}
        {choose.error && (
          <p role="alert" className="error">
            {choose.error}
          </p>
        )}
      </div>
      {!form && vault.ways.length > 0 && (
        <div className="flex wrap gap-6">
          {vault.ways.map((way) => (
            <Button
              key={way}
              variant="default"
              size="compact-sm"
              disabled={choose.isPending}
              onClick={() => (isFileWay(way) ? show(way) : void take({ way }))}
            >
              {WAYS[way]}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The minimum length in contract/vault `VaultRequest`. */
const SHORTEST = 8;

/** A form for the file's passphrase, typed twice for a new file because nobody can recover it. */
function PassphraseForm(props: {
  way: FileWay;
  isPending: boolean;
  /** @returns whether the passphrase was accepted; if so, the form clears it. */
  onSubmit: (passphrase: string) => Promise<boolean>;
  onCancel: () => void;
  /** Called if the user has forgotten the existing file's passphrase. */
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
          label="Repeat the passphrase"
          size="xs"
          autoComplete="off"
          value={again}
          error={differs && 'The passphrases differ.'}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      )}
      <div className="row gap-8">
        <Button type="submit" loading={props.isPending} disabled={!isReady}>
          {FILE_WAYS[props.way]}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        {!isNew && (
          <Button variant="default" onClick={props.onForgotten}>
            Forgotten? Start over
          </Button>
        )}
      </div>
    </form>
  );
}
