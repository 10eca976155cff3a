import { Box, Button, CloseButton, Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { knownText } from '../../service/view/index.ts';
import styles from './frame.module.css';

/** A small button for notices and other tight places. */
export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' });

/** One or two sentences. @param props.action a button at the end @param props.isFlush from edge to edge */
export function Notice(props: {
  tone: 'busy' | 'note' | 'failure';
  action?: ReactNode;
  isFlush?: boolean;
  children: ReactNode;
}) {
  const { tone } = props;
  const Icon = tone === 'failure' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div
      role={tone === 'failure' ? 'alert' : 'status'}
      className={`framed warning toned row fixed gap-10 ${styles.notice}`}
      data-tone={tone}
      data-flush={props.isFlush || undefined}
    >
      <span className="center fixed" aria-hidden>
        {tone === 'busy' ? <Loader size={14} color="currentColor" /> : <Icon size={16} stroke={1.7} />}
      </span>
      <div className="fill">{props.children}</div>
      {props.action}
    </div>
  );
}

/** Lists the parts of a link that could not be shown, and their replacements. */
export function LinkNotice({ problems, onClose }: { problems: readonly string[]; onClose: () => void }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="note" action={<CloseButton size="sm" c="inherit" aria-label="Dismiss" onClick={onClose} />}>
      <strong>Part of this link could not be shown.</strong>
      {problems.map((problem) => (
        <div key={problem}>{inDateStyle(problem)}</div>
      ))}
    </Notice>
  );
}

/** @returns 'As known on …' for a screen and its images; '' for current data. */
export const asOfSentence = (asOf: string | undefined): string =>
  asOf === undefined ? '' : `As known on ${knownText(asOf)}.`;

/**
 * Shows that a screen has data as known at an instant, with a button to the current data. @param props.asOf a
 * day or an instant, UTC; `undefined`: renders nothing @param props.actions more buttons
 */
export function PastNotice(props: {
  asOf: string | undefined;
  actions?: ReactNode;
  onNow: () => void;
  children?: ReactNode;
}) {
  if (props.asOf === undefined) return null;
  const action = (
    <div className="row gap-6">
      {props.actions}
      <SmallButton onClick={props.onNow}>Show current</SmallButton>
    </div>
  );
  return (
    <Notice tone="note" isFlush action={action}>
      <strong>{asOfSentence(props.asOf)}</strong>
      {props.children}
    </Notice>
  );
}

/** A failure with a Retry button. @param props.isBusy a retry is running @param props.isFlush edge to edge */
export function LoadFailed(props: {
  children: ReactNode;
  onRetry: () => void;
  isBusy?: boolean;
  isFlush?: boolean;
}) {
  const retry = (
    <SmallButton loading={props.isBusy ?? false} onClick={props.onRetry}>
      Retry
    </SmallButton>
  );
  return (
    <Notice tone="failure" isFlush={props.isFlush ?? false} action={retry}>
      {props.children}
    </Notice>
  );
}

/** A placeholder for a screen's content while it loads. @param label 'Loading the list' */
export function LoadingContent({ label }: { label: string }) {
  return (
    <Box className="column gap-10" p={12} h="100%">
      <Skeleton height={30} />
      <Skeleton className="fill" height="auto" role="img" aria-label={label} />
    </Box>
  );
}

/** Names the team that imports the data. @param props.id the id of the replaced controls, for links */
export function TeamLine(props: { address: string; id?: string; refused?: string | undefined }) {
  const { address, id, refused } = props;
  return (
    <section id={id} tabIndex={-1} aria-label="A team’s data">
      <Notice tone={refused === undefined ? 'note' : 'failure'}>
        {refused !== undefined && `${refused} was not imported. `}
        The data come from the team at {address}; import and refresh there.
      </Notice>
    </section>
  );
}

export const NO_VALUE = '–';

/** @returns the text of an empty place: 'Almanac holds no yields yet.' */
export const noDataText = (what = 'data for this'): string => `Almanac has no ${what} yet.`;

/** `NO_VALUE`, read by a screen reader as 'no value'. */
export function NoValue() {
  return (
    <span className="quiet">
      <span aria-hidden>{NO_VALUE}</span>
      <VisuallyHidden>no value</VisuallyHidden>
    </span>
  );
}
