import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { Dialog, Notice } from '../frame/index.ts';
import { isFrozen } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

/**
 * Asks for another name of an item. @param props.typed what was typed before, if it could not be saved
 * @param props.failure why not, as a sentence
 */
export function RenameDialog(props: {
  item: SavedItem;
  typed: string | undefined;
  failure: string | undefined;
  onRename: (name: string) => void;
  onClose: () => void;
}) {
  const { item, onClose } = props;
  const [name, setName] = useState(props.typed ?? item.name);
  return (
    <Dialog size={480} title={`Rename “${item.name}”`} onClose={onClose}>
      <form
        className="column gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          props.onRename(name.trim());
        }}
      >
        <TextInput
          size="sm"
          label="Name"
          data-autofocus
          maxLength={200}
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {props.typed !== undefined && props.failure !== undefined && (
          <Notice tone="failure">{props.failure}</Notice>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" disabled={name.trim() === ''}>
            Rename
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** Asks before items of the bin are removed for good. */
export function RemoveDialog(props: { items: readonly SavedItem[]; actions: Actions; onClose: () => void }) {
  const { items } = props;
  const [only] = items;
  const what = items.length === 1 && only ? `“${only.name}”` : `${items.length} items`;
  return (
    <Dialog size={480} title={`Remove ${what} for good?`} onClose={props.onClose}>
      <p>With all earlier versions. This cannot be undone, but each back-up that was made before has them.</p>
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" data-autofocus onClick={props.onClose}>
          Keep in the bin
        </Button>
        <Button
          size="sm"
          color="red.9"
          onClick={() => {
            props.onClose();
            void props.actions.removeForGood(items);
          }}
        >
          Remove for good
        </Button>
      </Group>
    </Dialog>
  );
}

/** Writes items to a file to hand on, with the numbers behind frozen views on request. */
export function FileDialog(props: { items: readonly SavedItem[]; actions: Actions; onClose: () => void }) {
  const { items } = props;
  const [hasData, setHasData] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const frozen = items.filter(isFrozen).length;
  return (
    <Dialog
      title={items.length === 1 ? `Export “${items[0]?.name}”` : `Export ${items.length} items`}
      onClose={props.onClose}
    >
      <p>One file, NAME.almanac.json, which Import reads on this or another computer.</p>
      {frozen > 0 && (
        <Checkbox
          size="xs"
          label="With the numbers behind frozen views"
          description="Then whoever gets the file can verify the SHA-256 without having the same data."
          checked={hasData}
          onChange={(event) => setHasData(event.currentTarget.checked)}
        />
      )}
      {problem !== undefined && <Notice tone="failure">{problem}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          data-autofocus
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            props.actions.exportFile(items, hasData && frozen > 0).then(props.onClose, (error: unknown) => {
              setBusy(false);
              setProblem(error instanceof Error ? error.message : String(error));
            });
          }}
        >
          Export file
        </Button>
      </Group>
    </Dialog>
  );
}
