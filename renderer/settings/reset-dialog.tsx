import { Button } from '@mantine/core';
import { Dialog } from '../frame/index.ts';

/** Asks whether all settings shall have their defaults. */
export function ResetDialog(props: { count: number; onClose: () => void; onReset: () => void }) {
  return (
    <Dialog title="Reset all settings?" size={480} onClose={props.onClose}>
      <p>
        {props.count === 1 ? 'One setting gets' : `${props.count} settings get`} the default again. Pinned
        series, saved ranges, saved views and keys stay. It can be undone.
      </p>
      <div className="row gap-8">
        <Button variant="default" className="at-end" onClick={props.onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={props.onReset}>
          Reset all
        </Button>
      </div>
    </Dialog>
  );
}
