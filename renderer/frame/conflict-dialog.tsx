import { Button, Group } from '@mantine/core';
import { localTime } from '../../service/calendar/zone.ts';
import type { SavedItem } from '../../service/contract/saved.ts';
import { Dialog } from './dialog.tsx';

/**
 * Says that another window changed or deleted the same, and asks what to keep.
 * @param props.theirs what that window stored @param props.isDeleting whether this window wants to delete it: then there is no second one to keep
 * @param props.onClose closed without an answer @param props.failure why the last answer could not be stored, as a sentence
 */
export function ConflictDialog(props: {
  theirs: SavedItem;
  isDeleting?: boolean;
  isBusy?: boolean;
  failure?: string | undefined;
  onBoth: () => void;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}) {
  const { theirs, isDeleting = false } = props;
  const { name, deleted_at: deletedAt } = theirs;
  const { time } = localTime(deletedAt ?? theirs.changed_at);
  return (
    <Dialog
      size={480}
      title={`${deletedAt === null ? 'Changed' : 'Deleted'} in another window at ${time}`}
      onClose={props.onClose}
    >
      <p className="breaks">
        {isDeleting
          ? `You want to delete “${name}”, which was changed there meanwhile.`
          : deletedAt === null
            ? `Both windows changed the same of “${name}”. Both can be kept: yours becomes an item of its own.`
            : `“${name}” lies in the bin. Yours can be kept as an item of its own, or be put back in its place.`}
      </p>
      {props.failure !== undefined && (
        <p className="error fine" role="alert">
          {props.failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={props.onTheirs}>
          {isDeleting ? 'Keep it' : 'Take theirs'}
        </Button>
        <Button size="sm" variant="default" onClick={props.onMine}>
          {isDeleting ? 'Delete it' : 'Take mine'}
        </Button>
        {!isDeleting && (
          <Button size="sm" data-autofocus loading={props.isBusy ?? false} onClick={props.onBoth}>
            Keep both
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
