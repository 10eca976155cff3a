import { Button, Checkbox, FileButton, Radio } from '@mantine/core';
import { useState } from 'react';
import { fits } from '../../service/contract/fits.ts';
import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { FiledItem, LAYOUT } from '../../service/contract/saved.ts';
import { freeName, newId } from '../api/index.ts';
import { Dialog, DialogButtons, Notice } from '../frame/index.ts';
import { changed } from './saving.tsx';
import { toggled } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

/** Shows the items of a file before the import. @param props.failure why the items could not be saved */
export function ImportDialog(props: {
  items: readonly SavedItem[];
  actions: Actions;
  failure: string | undefined;
  onClose: () => void;
}) {
  const { items, actions, onClose } = props;
  const [offered, setOffered] = useState<readonly OfferedItem[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [existingChoice, setExistingChoice] = useState<ExistingItemChoice>('copy');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function read(file: File | null): Promise<void> {
    if (!file) return;
    setOffered([]);
    // Items unticked in an earlier file do not apply to this one.
    setLeft(new Set());
    setProblem(undefined);
    try {
      const filed = readSavedFile(await file.text());
      const here = (id: string) => items.find((item) => item.id === id);
      setOffered(
        await Promise.all(
          filed.map(async (one) => ({ filed: one, proof: await proofOf(one), here: here(one.item.id) })),
        ),
      );
    } catch (error) {
      setProblem(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const chosen = offered.filter(({ filed }) => !left.has(filed.item.id));
  const known = chosen.filter(({ here }) => here !== undefined).length;
  return (
    <Dialog title="Import saved items" size={620} onClose={onClose}>
      <div className="row gap-12">
        <FileButton accept=".json,application/json" onChange={(file) => void read(file)}>
          {(button) => (
            <Button size="sm" variant={offered.length > 0 ? 'default' : 'filled'} data-autofocus {...button}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <span className="quiet fine">NAME.almanac.json, which Export file wrote</span>
      </div>
      {(props.failure ?? problem) !== undefined && <Notice tone="failure">{props.failure ?? problem}</Notice>}
      {offered.length > 0 && (
        <>
          <ul className="list column gap-6" aria-label="In the file">
            {offered.map(({ filed: { item }, proof, here }) => (
              <li key={item.id}>
                <Checkbox
                  size="xs"
                  label={`${item.name} · ${item.kind}${item.folder === '' ? '' : ` · ${item.folder}`}`}
                  description={`${here ? 'Its id is here already' : 'New'}${proof === 'right' ? `. ${CHECKSUM_MATCHES}` : ''}`}
                  {...(proof === 'wrong' && { error: CHECKSUM_DIFFERS })}
                  checked={!left.has(item.id)}
                  onChange={() => setLeft((before) => toggled(before, item.id))}
                />
              </li>
            ))}
          </ul>
          {known > 0 && (
            <Radio.Group
              label={`${known} of them ${known === 1 ? 'is' : 'are'} here already`}
              value={existingChoice}
              onChange={(value) => setExistingChoice(value as ExistingItemChoice)}
            >
              <div className="column gap-4">
                <Radio size="xs" value="copy" label="Keep both: import as copies" />
                <Radio size="xs" value="replace" label="Replace what is here (its versions stay)" />
              </div>
            </Radio.Group>
          )}
          <DialogButtons onCancel={onClose}>
            <Button
              size="sm"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => {
                setBusy(true);
                const names = items.map(({ name }) => name);
                void actions.store(importRequests(chosen, existingChoice, names)).then((done) => {
                  setBusy(false);
                  if (done.length === 0)
                    return setProblem('Nothing was imported: all of it is here already.');
                  actions.say(`${done.length} ${done.length === 1 ? 'item' : 'items'} imported.`);
                  onClose();
                });
              }}
            >
              Import {chosen.length}
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}

const CHECKSUM_DIFFERS = 'The enclosed numbers do not match their SHA-256: the file was changed.';
const CHECKSUM_MATCHES = 'The enclosed numbers match their SHA-256';

/** An item of the file, the check of its enclosed data, and the stored item with the same id. */
type OfferedItem = {
  filed: FiledItem;
  proof: Awaited<ReturnType<typeof proofOf>>;
  here: SavedItem | undefined;
};
type ExistingItemChoice = 'copy' | 'replace';

/** @returns the requests to save the items. A known id becomes a copy or replaces the stored item. */
export function importRequests(
  offered: readonly OfferedItem[],
  existingChoice: ExistingItemChoice,
  names: readonly string[],
): SaveItemRequest[] {
  const usedNames = [...names];
  return offered.map(({ filed: { item }, here }) => {
    const fields = changed(item, { is_deleted: false });
    // An item of another kind cannot replace the stored one.
    if (here?.kind === item.kind && existingChoice === 'replace')
      return { ...fields, revision: here.revision };
    if (!here) return { ...fields, revision: 0 };
    const name = freeName(item.name, usedNames);
    usedNames.push(name);
    return { ...fields, name, id: newId(), revision: 0 };
  });
}

/** @returns the items of a file. @throws Error with a sentence if the file or an item is invalid */
export function readSavedFile(text: string): FiledItem[] {
  const file = parsed(text);
  if (!isObject(file) || !('almanac_file' in file))
    throw new Error(
      'This is not a file of saved items: it lacks "almanac_file". Almanac writes such files with Export file, as NAME.almanac.json.',
    );
  if (typeof file.almanac_file !== 'number' || file.almanac_file > LAYOUT)
    throw new Error(
      `This file has layout ${String(file.almanac_file)}, and this Almanac reads up to ${LAYOUT}. A newer Almanac wrote it: update this one first.`,
    );
  if (!Array.isArray(file.items) || file.items.length === 0)
    throw new Error('This file has no saved items in it.');
  const ids = new Set<string>();
  return file.items.map((filed: unknown, i: number) => {
    if (!fits(FiledItem, filed))
      throw new Error(
        `${itemLabel(filed, i)} is not in the form that Almanac writes, so nothing was imported.`,
      );
    if (ids.has(filed.item.id))
      throw new Error(`${itemLabel(filed, i)} has the same id as one before it, so nothing was imported.`);
    ids.add(filed.item.id);
    return filed;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error('This file is not JSON, so it has no saved items.');
  }
}

/** 'Item 2 (Claims vs 2019)' */
function itemLabel(filed: unknown, at: number): string {
  const name = isObject(filed) && isObject(filed.item) ? filed.item.name : undefined;
  return `Item ${at + 1}${typeof name === 'string' ? ` (${name.slice(0, 60)})` : ''}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks the enclosed data of a frozen view against its hash; 'absent': there are no enclosed data. */
export async function proofOf({ item, lines }: FiledItem): Promise<'right' | 'wrong' | 'absent'> {
  if (lines === undefined || item.kind !== 'view' || item.content.frozen === null) return 'absent';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === item.content.frozen.sha256 ? 'right' : 'wrong';
}
