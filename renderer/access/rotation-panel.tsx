import { Button } from '@mantine/core';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { focusSoon } from './access-dialog.tsx';
import { Hint } from './hint.tsx';
import { menuName } from './key-menu.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { parseRotation, rotationText } from './rotation.ts';
import type { CopyKey } from './use-copy-key.ts';

const CONTINUE = 'continue-rotation';

/** The rotation that the address names: its dialog, or a line that continues it where the dialog was closed. */
export function RotationPanel(props: {
  rotate: string | undefined;
  /** `undefined` until they are loaded. */
  keys: readonly ApiKeyLine[] | undefined;
  baseUrl: string;
  now: number;
  copyKey: CopyKey;
  announce: (text: string) => void;
  /** Whether the dialog was closed before the rotation was finished. */
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  onChange: (rotate: string | undefined, replace: boolean) => void;
}) {
  const { keys, rotate } = props;
  const rotation = parseRotation(rotate);
  if (!rotation || !keys) return null;
  const old = keys.find(({ id }) => id === rotation.old);
  const next = keys.find(({ id }) => id === rotation.next);
  const end = (): void => {
    props.onPause(false);
    props.onChange(undefined, true);
  };

  if (!old) {
    return (
      <Hint
        tone="note"
        action={
          <Button variant="default" onClick={end}>
            Dismiss
          </Button>
        }
      >
        The key that the link wants to rotate does not exist here: {rotation.old}.
      </Hint>
    );
  }
  if (props.isPaused) {
    return (
      <Hint
        tone="note"
        action={
          <>
            <Button data-focus={CONTINUE} size="compact-sm" onClick={() => props.onPause(false)}>
              Continue
            </Button>
            <Button variant="default" size="compact-sm" onClick={end}>
              Leave both keys
            </Button>
          </>
        }
      >
        The rotation of “{old.label}”{next ? ` to “${next.label}”` : ''} is not finished: both keys are valid.
      </Hint>
    );
  }
  return (
    <RotateDialog
      old={old}
      next={next}
      labels={keys.map(({ label }) => label)}
      baseUrl={props.baseUrl}
      now={props.now}
      copyKey={props.copyKey}
      onMade={(line) => {
        props.announce(`The key “${line.label}” is made.`);
        props.onChange(rotationText({ old: old.id, next: line.id }), true);
      }}
      onRevoked={props.announce}
      onClose={() => {
        // Before the new key is made and after the old one is revoked there is nothing to continue.
        const isUnderWay = rotation.next !== null && old.revoked_at === null;
        if (isUnderWay) props.onPause(true);
        else end();
        focusSoon(isUnderWay ? CONTINUE : menuName(old.id));
      }}
    />
  );
}
