import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

export type HintTone = 'good' | 'warn' | 'note' | 'busy' | 'failure';

/** A highlighted sentence in a dialog or a card. @param props.isLive screen readers read it out when it changes */
export function Hint(props: { tone: HintTone; isLive?: boolean; action?: ReactNode; children: ReactNode }) {
  const { tone } = props;
  return (
    <div
      className={`well toned flex start gap-10 ${styles.hint}`}
      data-tone={tone}
      {...(tone === 'failure' && { role: 'alert' })}
    >
      <HintIcon tone={tone} />
      <div className="grow breaks" {...(props.isLive && { role: 'status' })}>
        {props.children}
      </div>
      {props.action}
    </div>
  );
}

function HintIcon({ tone }: { tone: HintTone }) {
  if (tone === 'busy') return <Loader size={16} color="currentColor" aria-hidden />;
  const Icon = tone === 'good' ? IconCircleCheck : tone === 'note' ? IconInfoCircle : IconAlertTriangle;
  return <Icon size={17} stroke={1.7} aria-hidden />;
}
