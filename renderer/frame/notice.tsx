import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './frame.module.css';

/** 'busy': something is in progress. 'note': something to know. 'failure': something failed. */
export type Tone = 'busy' | 'note' | 'failure';

/** One or two sentences across a screen or a part of it. @param props.action a button at the end @param props.isFlush from edge to edge */
export function Notice(props: { tone: Tone; action?: ReactNode; isFlush?: boolean; children: ReactNode }) {
  const { tone } = props;
  return (
    <div
      role={tone === 'failure' ? 'alert' : 'status'}
      className={`framed warning toned row fixed gap-10 ${styles.notice}`}
      data-tone={tone}
      data-flush={props.isFlush || undefined}
    >
      <span className="center fixed" aria-hidden>
        {tone === 'busy' ? <Loader size={14} color="currentColor" /> : <NoticeIcon tone={tone} />}
      </span>
      <div className="fill">{props.children}</div>
      {props.action}
    </div>
  );
}

function NoticeIcon({ tone }: { tone: 'note' | 'failure' }) {
  const Icon = tone === 'failure' ? IconAlertTriangle : IconInfoCircle;
  return <Icon size={16} stroke={1.7} />;
}
