import {
  Box,
  Button,
  Checkbox,
  CopyButton,
  Group,
  Modal,
  Skeleton,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiCall, ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { LABEL_LENGTH } from '../../service/contract/names.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useAccessActions, useKeyCalls } from '../api/index.ts';
import { NO_VALUE } from '../frame/index.ts';
import { tookText, useAction } from '../programs/index.ts';
import styles from './access.module.css';
import { CommandField, Hint, ShellChoice, useShell } from './card-parts.tsx';
import { curlLine, environmentLine } from './client-programs.ts';
import {
  byClient,
  clientName,
  clockText,
  keyAge,
  keyName,
  maskedKey,
  relativeText,
  utcText,
  whatBreaks,
} from './key-line.ts';
import { firstTest } from './try-request.ts';

/** A dialog of this screen. Code that closes it must restore the focus with `focusSoon`. */
function AccessDialog(props: {
  title: string;
  size?: string;
  /** False if a click outside must not close the dialog, because its content would be lost. */
  closesOutside?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 'lg'}
      yOffset="8vh"
      lockScroll={false}
      // The menu item that opened it no longer exists.
      returnFocus={false}
      closeOnClickOutside={props.closesOutside ?? true}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Modal.Header, which would be a second banner landmark on the page. */}
        <div className="dialog-head row spread gap-16">
          <Modal.Title className="large strong">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <div className="column gap-14">{props.children}</div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Moves the focus to the element with this `data-focus`, after a closing dialog is removed. An `id` would not
 * work: Mantine sets its own ids on menu buttons.
 */
export function focusSoon(name: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`)?.focus(), 0);
}

/** The buttons at the end of a dialog: one that closes it, and perhaps a second one. */
function Buttons(props: { close: string; onClose: () => void; hasFocus?: boolean; children?: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" mt={4}>
      <Button
        size="sm"
        variant="default"
        data-autofocus={props.hasFocus || undefined}
        onClick={props.onClose}
      >
        {props.close}
      </Button>
      {props.children}
    </Group>
  );
}

function KeyField(props: { label: string; value: string; hasFocus?: boolean; button?: ReactNode }) {
  return (
    <TextInput
      label={props.label}
      size="sm"
      readOnly
      data-autofocus={props.hasFocus || undefined}
      value={props.value}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: 'mono' }}
      styles={{ input: { letterSpacing: '0.01em' } }}
      onFocus={(event) => event.currentTarget.select()}
      inputContainer={(input) =>
        props.button ? (
          <div className="first-fills flex gap-8">
            {input}
            {props.button}
          </div>
        ) : (
          input
        )
      }
    />
  );
}

/** Shows a key to copy by hand if the browser refused the clipboard. */
export function ShownKeyDialog(props: { label: string; value: string; onClose: () => void }) {
  return (
    <AccessDialog title={`Key of “${props.label}”`} onClose={props.onClose}>
      <KeyField label="The browser did not allow the copy. Copy it from here:" value={props.value} hasFocus />
      <Buttons close="Done" onClose={props.onClose} />
    </AccessDialog>
  );
}

/** Makes a key and shows it once. @param props.rotated in a rotation: the old and the new key */
export function GenerateDialog(props: {
  baseUrl: string;
  now: number;
  rotated?: { old: ApiKeyLine; created: CreatedKey } | undefined;
  onClose: (made: CreatedKey['line'] | undefined) => void;
}) {
  const { rotated } = props;
  const [label, setLabel] = useState('');
  const [isForFred, setForFred] = useState(false);
  const [created, setCreated] = useState(rotated?.created);
  const create = useAction(useAccessActions().createKey);
  const close = () => props.onClose(created?.line);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setCreated(await create.run(label.trim(), isForFred));
  }

  return (
    <AccessDialog
      title={created ? 'Your new key' : 'Generate a key'}
      closesOutside={!created}
      onClose={close}
    >
      {created ? (
        <>
          {rotated && <p>{rotatedText(rotated.old, props.now)}</p>}
          <NewKeyDetails created={created} baseUrl={props.baseUrl} />
          <Buttons close="Done" onClose={close} />
        </>
      ) : (
        <form onSubmit={(event) => void submit(event)} className="column gap-14">
          <TextInput
            label="Label"
            description="The tool or place that will use it, so that you know later what stops when you revoke it."
            placeholder="Excel at work"
            size="sm"
            data-autofocus
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={LABEL_LENGTH}
            value={label}
            error={create.error}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Checkbox
            label="For FRED’s clients only"
            description="32 hexadecimal digits, as FredData.jl needs; works only under /fred and /graph."
            checked={isForFred}
            onChange={(event) => setForFred(event.currentTarget.checked)}
          />
          <Buttons close="Cancel" onClose={close}>
            <Button size="sm" type="submit" loading={create.isPending} disabled={label.trim() === ''}>
              Generate
            </Button>
          </Buttons>
        </form>
      )}
    </AccessDialog>
  );
}

/** @returns where to put the new key, as far as the old key's usage shows it. */
function rotatedText(old: ApiKeyLine, now: number): string {
  const used =
    old.last_used_at === null
      ? 'It was never used.'
      : `It was last used ${relativeText(old.last_used_at, now)} ${byClient(old.last_client)}.`;
  return `Put it where “${old.label}” (${maskedKey(old)}) is. ${used} Both keys are valid until you revoke the older one.`;
}

/** Shows a new key, where it is kept, and commands that pass it to a tool. */
function NewKeyDetails({ created, baseUrl }: { created: CreatedKey; baseUrl: string }) {
  const [shell] = useShell();
  const { variable, path } = firstTest(created.line);
  return (
    <>
      <KeyField
        label={`Key of “${created.line.label}”`}
        value={created.key}
        button={<CopyKeyButton value={created.key} />}
      />
      <Hint tone={created.kept === null ? 'warn' : 'note'}>{keptText(created)}</Hint>
      <div className="row spread gap-12">
        <Box component="span" className="quiet fine" fw={500}>
          Commands for
        </Box>
        <ShellChoice />
      </div>
      <CommandField
        label={`Put it into the environment, as ${variable}`}
        value={environmentLine(created.key, shell, variable)}
        what="environment line"
      />
      <CommandField
        label="Then try it"
        value={curlLine(baseUrl + path, shell, variable)}
        what="curl command"
      />
    </>
  );
}

function CopyKeyButton({ value }: { value: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            size="sm"
            // Replaces the button that made the key, and takes over its focus.
            autoFocus
            data-autofocus
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />
            }
          >
            {copied ? 'Copied' : 'Copy key'}
          </Button>
          <VisuallyHidden role="status">{copied ? 'The key is copied.' : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}

/** @returns where the new key can be copied from later. */
function keptText({ kept, message }: Pick<CreatedKey, 'kept' | 'message'>): string {
  switch (kept) {
    case 'keychain':
      return 'It is kept in this computer’s keychain: you can copy it again from its row.';
    case 'file':
      return 'It is kept in the passphrase-protected file: you can copy it again from its row while the file is open.';
    case 'session':
      return `Almanac keeps it in memory only, until it ends: copy the key now to where you use it. ${message ?? ''}`.trim();
    case null:
      return `It is shown only this once, because it could not be stored. ${message ?? ''}`.trim();
  }
}

/** Asks before revoking a key, and lists what would stop working. @param props.keys may have a newer key */
export function RevokeDialog(props: {
  line: ApiKeyLine;
  keys: readonly ApiKeyLine[];
  now: number;
  onClose: () => void;
  onRevoked: (message: string) => void;
}) {
  const { line, keys, now } = props;
  const age = keyAge(line, keys);
  const newer =
    age === 'older' && keys.find((key) => key.label === line.label && keyAge(key, keys) === 'newer');
  const revoke = useAction(useAccessActions().revokeKey);

  async function confirm(): Promise<void> {
    const answer = await revoke.run(line.id);
    if (answer) props.onRevoked(`“${line.label}” is revoked. ${answer.message ?? ''}`.trim());
  }

  return (
    <AccessDialog title={`Revoke ${keyName(line, age)}?`} onClose={props.onClose}>
      <Hint tone={line.last_used_at === null ? 'note' : 'warn'}>{whatBreaks(line, now)}</Hint>
      {newer && (
        <Hint tone={newer.last_used_at === null ? 'warn' : 'note'}>
          {newer.last_used_at === null
            ? `The newer key (${maskedKey(newer)}) has never been used: put it in the place of this one first.`
            : `The newer key (${maskedKey(newer)}) was last used ${relativeText(newer.last_used_at, now)} ${byClient(newer.last_client)}.`}
        </Hint>
      )}
      <p>
        Requests with <code>{maskedKey(line)}</code> are refused immediately: 401 for economic data, 403 for
        yields and constituents. This cannot be undone.
        {!age && ' To change a key without a gap, rotate it instead.'}
      </p>
      {revoke.error && <Hint tone="failure">{revoke.error}</Hint>}
      <Buttons close="Keep it" hasFocus onClose={props.onClose}>
        <Button size="sm" color="red.9" loading={revoke.isPending} onClick={() => void confirm()}>
          Revoke key
        </Button>
      </Buttons>
    </AccessDialog>
  );
}

/** A key's last fifty requests, updated as new ones arrive. */
export function CallsDialog({ line, onClose }: { line: ApiKeyLine; onClose: () => void }) {
  const { data, error, refetch } = useKeyCalls(line.id, 2_000);
  const retry = (
    <Button variant="default" onClick={() => void refetch()}>
      Retry
    </Button>
  );
  return (
    <AccessDialog title={`Recent calls of “${line.label}”`} size="56rem" onClose={onClose}>
      {error && !data && (
        <Hint tone="failure" action={retry}>
          The calls could not be loaded: {error.message}
        </Hint>
      )}
      {!data && !error && <Skeleton height={160} />}
      {data && data.calls.length > 0 && <CallTable calls={data.calls} />}
      {data?.calls.length === 0 && (
        <p>
          {line.last_used_at === null
            ? 'No requests have been made with this key yet.'
            : `No requests since the service started. Last used ${utcText(line.last_used_at)}.`}
        </p>
      )}
      <p className="quiet fine">
        The last fifty since the service started. They are kept in memory only. Times are in UTC.
      </p>
    </AccessDialog>
  );
}

function CallTable({ calls }: { calls: readonly ApiCall[] }) {
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`framed ${styles.calls}`} aria-label="Calls" tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            {['Time', 'Path', 'Status', 'Rows', 'Took', 'Client'].map((title, i) => (
              <th key={title} scope="col" className={i > 1 && i < 5 ? 'to-right' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call, i) => (
            // Calls have no id, and two may have the same millisecond.
            // biome-ignore lint/suspicious/noArrayIndexKey: counts from the oldest call, so it is stable
            <tr key={calls.length - i}>
              <td title={utcText(call.at)}>{clockText(call.at)}</td>
              <td className={`cut mono ${styles.path}`}>{call.path}</td>
              <td className="to-right">
                <span className={`medium ${call.status >= 400 ? 'error' : 'good'}`}>{call.status}</span>
              </td>
              <td className="to-right">{call.rows === null ? NO_VALUE : groupDigits(String(call.rows))}</td>
              <td className="to-right">{tookText(call.took_ms)}</td>
              <td className={`cut ${styles.client}`} title={call.client ?? undefined}>
                {call.client === null ? NO_VALUE : clientName(call.client)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
