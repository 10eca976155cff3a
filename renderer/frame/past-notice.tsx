import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { knownText } from '../../service/view/index.ts';
import { Notice } from './notice.tsx';

/** @returns for a screen and its images; empty where the data are those of now. */
export const knownSentence = (asOf: string | undefined): string =>
  asOf === undefined ? '' : `As known on ${knownText(asOf)}.`;

/**
 * Says that a screen shows the data as they were known at an instant, and leads to those of now; nothing where it shows those of now.
 * @param props.asOf a day or an instant, UTC @param props.actions more buttons @param props.children what else is to be said
 */
export function PastNotice(props: {
  asOf: string | undefined;
  actions?: ReactNode;
  onNow: () => void;
  children?: ReactNode;
}) {
  if (props.asOf === undefined) return null;
  return (
    <Notice
      tone="note"
      isFlush
      action={
        <div className="row gap-6">
          {props.actions}
          <Button variant="default" size="compact-sm" onClick={props.onNow}>
            Show current
          </Button>
        </div>
      }
    >
      <strong>{knownSentence(props.asOf)}</strong>
      {props.children}
    </Notice>
  );
}
