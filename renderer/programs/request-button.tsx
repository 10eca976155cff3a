import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { TryAnswer, TryRequest } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import styles from './programs.module.css';
import { useAction } from './use-action.ts';

/** A button that sends a request to the API, and what came of it beside it. It never starts a program. */
export function RequestButton(props: {
  label: string;
  request: TryRequest;
  /** What is said of the answer, and whether it is the one that was hoped for. */
  outcome: (answer: TryAnswer) => { text: string; isGood: boolean };
  /** What stands beside it always: which key it sends. Without it, all is on one line. */
  note?: string;
  /** Is given each answer; `undefined` once a new request is sent. */
  onAnswer?: (answer: TryAnswer | undefined) => void;
}) {
  const { label, request, outcome, note, onAnswer } = props;
  const ask = useAction(useAccessActions().tryRequest);
  const [said, setSaid] = useState<ReturnType<typeof outcome>>();

  async function send(): Promise<void> {
    setSaid(undefined);
    onAnswer?.(undefined);
    const answer = await ask.run(request);
    if (!answer) return;
    setSaid(outcome(answer));
    onAnswer?.(answer);
  }

  return (
    <div className={`row gap-10${note === undefined ? '' : ' wrap'}`}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlugConnected size={15} stroke={1.7} aria-hidden />}
        loading={ask.isPending}
        onClick={() => void send()}
      >
        {label}
      </Button>
      <span
        role="status"
        className={`error fine${note === undefined ? ' one-line' : ''} ${styles.said}`}
        data-good={said?.isGood || undefined}
      >
        {said?.text ?? ask.error ?? ''}
      </span>
      {note !== undefined && <span className="quiet fine">{note}</span>}
    </div>
  );
}
