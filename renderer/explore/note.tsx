import type { ReactNode } from 'react';

/** A note in the line under the heading: a sentence, and what can be done. Where the line is full, the sentence is cut before the buttons. */
export function Note(props: {
  isFailure?: boolean;
  isQuiet?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`row gap-6 shrink fine ${props.isQuiet ? 'quiet' : ''} ${props.isFailure ? 'error' : ''}`}
      role={props.isFailure ? 'alert' : props.isQuiet ? undefined : 'status'}
    >
      <span className="cut">{props.children}</span>
      {props.actions}
    </div>
  );
}
