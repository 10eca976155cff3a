import { Anchor, Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { DataState } from '../../service/contract/data-state.ts';
import { useRefreshSettings } from '../api/index.ts';

/** Settings: whether FRED may replace a publisher, and the contact that publishers are told. Save or Enter stores the contact. */
export function PublisherSettings({ schedule }: { schedule: DataState | undefined }) {
  const fred = useRefreshSettings();
  const contact = useRefreshSettings();
  const [draft, setDraft] = useState<string>();
  const kept = { allow_fred: schedule?.allow_fred ?? false, contact: schedule?.contact ?? '' };

  function saveContact(event: FormEvent): void {
    event.preventDefault();
    if (draft === undefined) return;
    contact.mutate({ ...kept, contact: draft }, { onSuccess: () => setDraft(undefined) });
  }

  const saving = { loading: contact.isPending, disabled: fred.isPending };
  return (
    <>
      <Switch
        size="sm"
        label="Use FRED where a publisher does not answer"
        description={
          <>
            off at first, for{' '}
            <Anchor
              href="https://fred.stlouisfed.org/legal/"
              target="_blank"
              rel="noreferrer"
              underline="always"
              inherit
            >
              FRED’s terms
            </Anchor>{' '}
            are stricter than the publishers’ own
          </>
        }
        error={fred.error?.message}
        checked={kept.allow_fred}
        disabled={!schedule || fred.isPending || contact.isPending}
        onChange={(event) => fred.mutate({ ...kept, allow_fred: event.currentTarget.checked })}
      />
      <form onSubmit={saveContact}>
        <TextInput
          size="xs"
          label="Contact in requests to publishers"
          description="An e-mail or web address, sent only to them, so that they can reach you."
          placeholder="none"
          spellCheck={false}
          autoComplete="off"
          value={draft ?? kept.contact}
          error={contact.error?.message}
          disabled={!schedule}
          onChange={(event) => setDraft(event.currentTarget.value)}
          inputContainer={(input) => (
            <div className="first-fills row gap-8">
              {input}
              {draft !== undefined && draft !== kept.contact && (
                <Button type="submit" variant="default" size="xs" {...saving}>
                  Save
                </Button>
              )}
            </div>
          )}
        />
      </form>
    </>
  );
}
