import { Box, Button, CloseButton, Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { knownText } from '../../service/view/index.ts';
import styles from './frame.module.css';

/** The button of a notice, and of other places with little room. */
export const SmallButton = Button.withProps({ variant: 'default', size: 'compact-sm' });

/** One or two sentences across a screen or a part of it. @param props.action a button at the end @param props.isFlush from edge to edge */
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

/** Says which parts of a link could not be shown, and what is shown instead. */
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

/** @returns for a screen and its images; empty where the data are the current ones. */
export const knownSentence = (asOf: string | undefined): string =>
  asOf === undefined ? '' : `As known on ${knownText(asOf)}.`;

/**
 * Says that a screen shows the data as they were known at an instant, and leads to the current ones. Nothing where it shows these.
 * @param props.asOf a day or an instant, UTC @param props.actions more buttons @param props.children what else is to be said
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
      <strong>{knownSentence(props.asOf)}</strong>
      {props.children}
    </Notice>
  );
}

/** Says what failed, with Retry. @param props.isBusy it is tried again just now @param props.isFlush from edge to edge */
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

/** Takes the place of a screen's content, tools and drawing, while it loads. @param label 'Loading the list' */
export function LoadingContent({ label }: { label: string }) {
  return (
    <Box className="column gap-10" p={12} h="100%">
      <Skeleton height={30} />
      <Skeleton className="fill" height="auto" role="img" aria-label={label} />
    </Box>
  );
}

/** Says who imports where the data are a team's. @param props.id so that links to the controls which it replaces lead here */
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

/** @returns what an empty place says: 'Almanac has no yields yet.' */
export const noDataText = (what = 'data for this'): string => `Almanac has no ${what} yet.`;

/** `NO_VALUE`, as a screen reader says it. */
export function NoValue() {
  return (
    <span className="quiet">
      <span aria-hidden>{NO_VALUE}</span>
      <VisuallyHidden>no value</VisuallyHidden>
    </span>
  );
}
