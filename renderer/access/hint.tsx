import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

type HintTone = 'warn' | 'note' | 'failure';

/** A highlighted sentence in a dialog or a card. */
export function Hint(props: { tone: HintTone; action?: ReactNode; children: ReactNode }) {
  const { tone } = props;
  const Icon = tone === 'note' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div
      className={`well toned flex start gap-10 ${styles.hint}`}
      data-tone={tone}
      {...(tone === 'failure' && { role: 'alert' })}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      <div className="grow breaks">{props.children}</div>
      {props.action}
    </div>
  );
}
