import { Autocomplete, Button, Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { limitProblem } from '../../service/contract/body.ts';
import { ItemFields, type SavedItem } from '../../service/contract/saved.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { freezeAddress, useSaved } from '../api/index.ts';
import { Dialog, DialogButtons, HelpLink, Notice } from '../frame/index.ts';
import { withoutInstant } from '../view/index.ts';
import { canFreeze, choicesOfAddress } from './addresses.ts';
import { newItem, type Save } from './saving.tsx';
import { foldersOf } from './shown-items.ts';

/** Saves an address as a view, frozen or live, or as a list of its series, with name, note and folder. */
export function SaveDialog(props: {
  address: string;
  name: string;
  folder: string;
  saving: Save;
  onSaved: (item: SavedItem) => void;
  onClose: () => void;
}) {
  const { address, saving } = props;
  const folders = foldersOf(useSaved().data ?? []).map(({ name }) => name);
  const series = choicesOfAddress(address).map(seriesId);
  const [texts, setTexts] = useState({ name: props.name, note: '', folder: props.folder });
  const [kind, setKind] = useState<'view' | 'list'>('view');
  const [isFrozen, setFrozen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const write = (change: Partial<typeof texts>) => setTexts((before) => ({ ...before, ...change }));

  const trimmed = { name: texts.name.trim(), note: texts.note.trim(), folder: texts.folder.trim() };
  const plain: ItemFields =
    kind === 'list'
      ? { kind, ...trimmed, content: { series } }
      : { kind, ...trimmed, content: { address, frozen: null } };
  const tooLong = limitProblem(ItemFields, plain);

  async function fields(): Promise<ItemFields> {
    if (plain.kind !== 'view' || !isFrozen) return plain;
    const frozen = await freezeAddress(address);
    return { ...plain, content: { address: withoutInstant(address), frozen } };
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setRefused(undefined);
    try {
      const answer = await saving.save(newItem(await fields()));
      if (answer) props.onSaved(answer.item);
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  const problem = refused ?? saving.problem ?? (tooLong && `This cannot be saved: ${tooLong}`);
  return (
    <Dialog
      size={480}
      title={kind === 'list' ? 'Save the series as a list' : 'Save this view'}
      onClose={props.onClose}
    >
      <form className="column gap-14" onSubmit={(event) => void submit(event)}>
        {series.length > 0 && (
          <SegmentedControl
            aria-label="What to save"
            data={[
              { value: 'view', label: 'View' },
              { value: 'list', label: `List of ${series.length} series` },
            ]}
            value={kind}
            onChange={setKind}
          />
        )}
        <TextInput
          size="sm"
          label="Name"
          data-autofocus
          required
          withAsterisk={false}
          maxLength={200}
          value={texts.name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => write({ name: event.currentTarget.value })}
        />
        <Textarea
          size="sm"
          label="Note"
          autosize
          minRows={2}
          maxRows={6}
          value={texts.note}
          onChange={(event) => write({ note: event.currentTarget.value })}
        />
        <Autocomplete
          size="sm"
          label="Folder"
          placeholder="None"
          data={folders}
          maxLength={100}
          comboboxProps={{ withinPortal: false }}
          value={texts.folder}
          onChange={(folder) => write({ folder })}
        />
        {kind === 'view' && canFreeze(address) && (
          <div className="row start gap-4">
            <Checkbox
              size="xs"
              label="Freeze the numbers"
              description="Keeps the instant and a SHA-256 of the published numbers behind it, so that you can prove later that they are the same."
              checked={isFrozen}
              onChange={(event) => setFrozen(event.currentTarget.checked)}
            />
            <HelpLink to="/guide/freezing#what-a-frozen-view-is" about="freezing" />
          </div>
        )}
        {problem !== undefined && <Notice tone="failure">{problem}</Notice>}
        <DialogButtons onCancel={props.onClose}>
          <Button
            size="sm"
            type="submit"
            loading={isBusy}
            disabled={trimmed.name === '' || tooLong !== undefined}
          >
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
