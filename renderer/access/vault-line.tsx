import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import type { VaultRequest, VaultState } from '../../service/contract/vault.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';
import { PassphraseForm } from './passphrase-form.tsx';
import styles from './vault.module.css';

const WAYS: Readonly<Record<VaultRequest['way'], string>> = {
  unlock: 'Unlock and try again',
  'use-session': 'Keep for this session only',
  'use-file': 'Use a passphrase file',
  'open-file': 'Open the passphrase file',
  'use-keychain': 'Use the keychain',
  'new-file': 'Forgotten? Start anew',
};

/** Ways that ask for a passphrase. */
const FILE_WAYS = ['use-file', 'open-file', 'new-file'] as const;
type FileWay = (typeof FILE_WAYS)[number];
const isFileWay = (way: VaultRequest['way']): way is FileWay => FILE_WAYS.some((each) => each === way);

/** Where keys are kept now, and what the user can do about it. */
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
