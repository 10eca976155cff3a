import { Button, Group, Text } from '@mantine/core';
import { localTime } from '../../service/calendar/zone.ts';
import type { Item } from '../../service/contract/saved.ts';
import { Dialog } from './dialog.tsx';

/**
 * Says that another window changed or deleted the item meanwhile, and asks whose to keep.
 * @param props.mine what this window wants to save @param props.theirs what the other window stored
 * @param props.isDeleting whether this window wants to delete it
 * @param props.onClose closed without an answer
 */
export function ConflictDialog(props: {
  mine: Pick<Item, 'name' | 'note' | 'folder' | 'content'>;
  theirs: Item;
  isDeleting?: boolean;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}) {
  const { mine, theirs, isDeleting = false } = props;
  const { name, deleted_at: deletedAt } = theirs;
  const { time } = localTime(deletedAt ?? theirs.changed_at);
  return (
    <Dialog
      size={560}
      title={`${deletedAt === null ? 'Changed' : 'Deleted'} in another window at ${time}`}
      onClose={props.onClose}
    >
      <p className="breaks">
        {isDeleting
          ? `You want to delete “${name}”, which another window has changed meanwhile.`
          : deletedAt === null
            ? `Your change of “${name}” is not saved yet, because another window has saved one meanwhile.`
            : `Your change of “${name}” is not saved yet. The other window has put it into the bin.`}
      </p>
      {!isDeleting && deletedAt === null && (
        <>
          <DifferenceTable mine={mine} theirs={theirs} />
          <p className="quiet fine">
            If you keep yours, theirs stays among the earlier versions. If you take theirs, yours is dropped.
          </p>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={props.onTheirs}>
          {isDeleting ? 'Keep it' : 'Take theirs'}
        </Button>
        <Button size="sm" data-autofocus={!isDeleting || undefined} onClick={props.onMine}>
          {isDeleting ? 'Delete it' : 'Keep mine'}
        </Button>
      </Group>
    </Dialog>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  ...{ name: 'Name', note: 'Note', folder: 'Folder', address: 'View', frozen: 'Frozen' },
  ...{ range: 'Range', recessions: 'Recessions', tiles: 'Tiles', series: 'Series' },
};

type ConflictFields = Parameters<typeof ConflictDialog>[0]['mine'];

/** The fields that differ. */
function DifferenceTable({ mine, theirs }: { mine: ConflictFields; theirs: ConflictFields }) {
  const [one, other] = [mine, theirs].map(({ name, note, folder, content }) =>
    Object.entries({ name, note, folder, ...content }),
  ) as [[string, unknown][], [string, unknown][]];
  const theirValues = Object.fromEntries(other);
  const rows = one.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(theirValues[field]));
  return (
    <table className="data-table" aria-label="What differs">
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
        {rows.map(([field, value]) => {
          const [text, theirText] = [fieldText(value), fieldText(theirValues[field])];
          return (
            <tr key={field}>
              <th scope="row">{FIELDS[field] ?? field}</th>
              {[text, text === theirText ? `${theirText}, arranged differently` : theirText].map(
                (shown, column) => (
                  <td key={column === 0 ? 'mine' : 'theirs'}>
                    <Text span className="breaks" lineClamp={3} title={shown}>
                      {shown}
                    </Text>
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function fieldText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.map((each) => each.title ?? each).join(', ') || 'None';
  if (typeof value === 'object' && value !== null && 'as_of' in value) return String(value.as_of);
  return String(value ?? '').replace(/^range=/, '') || 'None';
}
