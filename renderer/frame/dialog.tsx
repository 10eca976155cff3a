import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { localTime } from '../../service/calendar/zone.ts';
import type { SavedItem } from '../../service/contract/saved.ts';

/** A dialog, `size` pixels wide. On close the focus returns to its opener, unless it has moved already. */
export function Dialog(props: { title: string; size?: number; onClose: () => void; children: ReactNode }) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Waits until the dialog, which has the focus, is removed. A menu item that opened it is gone by then.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      }, 0);
    },
    [opener],
  );
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      size={props.size ?? 640}
      yOffset="6vh"
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Modal.Header, which would be a second banner of the page. */}
        <div className="dialog-head row spread gap-16">
          <Modal.Title className="large strong">{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className="column gap-12">{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A dialog's last row: Cancel and the main action. @param props.hasFocus Cancel has the focus at first */
export function DialogButtons(props: {
  cancel?: string;
  hasFocus?: boolean;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        size="sm"
        variant="default"
        data-autofocus={props.hasFocus || undefined}
        onClick={props.onCancel}
      >
        {props.cancel ?? 'Cancel'}
      </Button>
      {props.children}
    </Group>
  );
}

/** Reports that another window changed or deleted the item, and asks which version to keep. */
export function ConflictDialog(props: {
  mine: Pick<SavedItem, 'name' | 'note' | 'folder' | 'content'>;
  theirs: SavedItem;
  isDeleting?: boolean;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}) {
  const { theirs, isDeleting = false } = props;
  const { name, deleted_at: deletedAt } = theirs;
  const what = deletedAt === null ? 'Changed' : 'Deleted';
  const { time } = localTime(deletedAt ?? theirs.changed_at);
  const difference = `Your change of “${name}” is not saved yet`;
  return (
    <Dialog size={560} title={`${what} in another window at ${time}`} onClose={props.onClose}>
      <p className="breaks">
        {isDeleting && `You want to delete “${name}”, which another window has changed meanwhile.`}
        {!isDeleting &&
          deletedAt === null &&
          `${difference}, because another window has saved one meanwhile.`}
        {!isDeleting && deletedAt !== null && `${difference}. The other window has put it into the bin.`}
      </p>
      {!isDeleting && deletedAt === null && (
        <>
          <DifferenceTable mine={fieldsOf(props.mine)} theirs={fieldsOf(theirs)} />
          <p className="quiet fine">
            If you keep yours, theirs stays among the earlier versions. If you take theirs, yours is dropped.
          </p>
        </>
      )}
      <DialogButtons cancel={isDeleting ? 'Keep it' : 'Take theirs'} onCancel={props.onTheirs}>
        <Button size="sm" data-autofocus={!isDeleting || undefined} onClick={props.onMine}>
          {isDeleting ? 'Delete it' : 'Keep mine'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = ({ name, note, folder, content }: Parameters<typeof ConflictDialog>[0]['mine']): Fields => ({
  ...{ name, note, folder },
  ...content,
});

const FIELDS: Readonly<Record<string, string>> = {
  ...{ name: 'Name', note: 'Note', folder: 'Folder', address: 'View', frozen: 'Frozen' },
  ...{ range: 'Range', recessions: 'Recessions', tiles: 'Tiles', series: 'Series' },
};

function DifferenceTable({ mine, theirs }: { mine: Fields; theirs: Fields }) {
  const differing = Object.keys(mine).filter(
    (field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
  );
  return (
    <table className="data-table" aria-label="What differs">
      <colgroup>
        <col style={{ width: '6rem' }} />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">Field</span>
          </th>
          <th scope="col">Mine</th>
          <th scope="col">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {differing.map((field) => {
          const [text, other] = [
            fieldText(mine[field], theirs[field]),
            fieldText(theirs[field], mine[field]),
          ];
          return (
            <tr key={field}>
              <th scope="row">{FIELDS[field] ?? field}</th>
              {[text, text === other ? `${other}, arranged differently` : other].map((shown, at) => (
                <td key={at === 0 ? 'mine' : 'theirs'} style={{ whiteSpace: 'normal' }}>
                  <Text span inherit className="breaks" lineClamp={3} title={shown}>
                    {shown}
                  </Text>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** @returns a value in words; for a list its length, and the entries that the other window lacks. */
function fieldText(value: unknown, other: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) {
    const names = (list: unknown): string[] =>
      Array.isArray(list) ? list.map((each) => each.title ?? each) : [];
    const more = names(value).filter((name) => !names(other).includes(name));
    return `${value.length}${more.length > 0 ? `, with ${more.join(', ')}` : ''}`;
  }
  if (typeof value === 'object' && value !== null && 'as_of' in value) return String(value.as_of);
  const text = String(value ?? '').replace(/^(range|from)=/, '');
  return text.replace('&to=', ' to ') || 'None';
}
