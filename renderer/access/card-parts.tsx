import { Box, Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { findSetting } from '../../service/contract/check-setting.ts';
import type { FileSettingName } from '../../service/contract/settings.ts';
import { usualShell } from '../../service/contract/shell.ts';
import { usePreference, useSetSettings, useSettings } from '../api/index.ts';
import { CopyText, Notice } from '../frame/index.ts';
import styles from './access.module.css';

/** A card: heading, sentence, and tools at the end of the line. @param props.beside next to the heading */
export function Card(props: {
  id: string;
  title: string;
  beside?: ReactNode;
  note: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby={`${props.id}-heading`}>
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id={`${props.id}-heading`}>
          {props.title}
        </h2>
        {props.beside}
        <span className="fill quiet fine">{props.note}</span>
        {props.tools}
      </div>
      {props.children}
    </section>
  );
}

/** A labelled command or address with a copy button. @param props.isLong true for several lines */
export function CommandField(props: { label: string; value: string; what: string; isLong?: boolean }) {
  return (
    <div>
      <div className="label">{props.label}</div>
      <div className="command well">
        {props.isLong ? (
          <Box component="pre" className="fill fine mono breaks" style={{ whiteSpace: 'pre-wrap' }}>
            {props.value}
          </Box>
        ) : (
          <code>{props.value}</code>
        )}
        <CopyText value={props.value} what={props.what} />
      </div>
    </div>
  );
}

/** A highlighted sentence in a dialog or a card. */
export function Hint(props: { tone: 'warn' | 'note' | 'failure'; action?: ReactNode; children: ReactNode }) {
  const Icon = props.tone === 'note' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div
      className={`well toned flex start gap-10 ${styles.hint}`}
      data-tone={props.tone}
      {...(props.tone === 'failure' && { role: 'alert' })}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      <div className="grow breaks">{props.children}</div>
      {props.action}
    </div>
  );
}

/** The shell for the screen's commands: this computer's usual one until the user chooses another. */
export function useShell() {
  const [shell, setShell] = usePreference('shell');
  return [shell || usualShell(navigator.platform), setShell] as const;
}

export function ShellChoice() {
  const [shell, setShell] = useShell();
  return (
    <SegmentedControl
      aria-label="Shell"
      value={shell}
      onChange={setShell}
      data={[
        { value: 'sh', label: 'macOS, Linux' },
        { value: 'powershell', label: 'PowerShell' },
      ]}
    />
  );
}

/** Settings that turn on paths of the API for certain programs. */
type AccessSetting = Extract<FileSettingName, 'assistants' | 'fred_clients'>;

/** True if the setting is off; false until the settings are loaded. */
export const useIsSwitchedOff = (name: AccessSetting): boolean => useSettings()?.[name] === false;

/** Shows that a setting is off, with a button to turn it on. @param props.children the effect of being off */
export function SwitchedOff({ name, children }: { name: AccessSetting; children: string }) {
  const set = useSetSettings();
  const switchOn = (
    <Button
      variant="default"
      size="compact-sm"
      loading={set.isPending}
      onClick={() => set.mutate({ [name]: true })}
    >
      Switch on
    </Button>
  );
  return (
    <Box p="0 1rem 0.875rem">
      <Notice tone="note" action={switchOn}>
        {`“${findSetting(name)?.title ?? name}” is switched off in Settings: ${children}`}
        {set.error && ` It could not be switched on: ${set.error.message}`}
      </Notice>
    </Box>
  );
}
