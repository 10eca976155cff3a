import { Button, Checkbox, FileButton, Group, Radio } from '@mantine/core';
import { useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { Dialog, Notice } from '../frame/index.ts';
import { importRequests, type Offered, type Proof, type WhereThere } from './import-requests.ts';
import { proofOf, readSavedFile } from './saved-file.ts';
import { toggled } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

/**
 * Shows what a file of saved items has before any of it is imported.
 * @param props.failure why the items could not be saved, as a sentence
 */
export function ImportDialog(props: {
  items: readonly SavedItem[];
  actions: Actions;
  failure: string | undefined;
  onClose: () => void;
}) {
  const { items, actions, onClose } = props;
  const [offered, setOffered] = useState<readonly Offered[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [where, setWhere] = useState<WhereThere>('copy');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function read(file: File | null): Promise<void> {
    if (!file) return;
    setOffered([]);
    // What was left out of another file says nothing of this one.
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
                  description={[here ? 'Its id is here already' : 'New', ...PROOFS[proof]].join('. ')}
                  {...(proof === 'wrong' && { error: WRONG })}
                  checked={!left.has(item.id)}
                  onChange={() => setLeft((before) => toggled(before, item.id))}
                />
              </li>
            ))}
          </ul>
          {known > 0 && (
            <Radio.Group
              label={`${known} of them ${known === 1 ? 'is' : 'are'} here already`}
              value={where}
              onChange={(value) => setWhere(value as WhereThere)}
            >
              <div className="column gap-4">
                <Radio size="xs" value="copy" label="Keep both: import as copies" />
                <Radio size="xs" value="replace" label="Replace what is here (its versions stay)" />
              </div>
            </Radio.Group>
          )}
          <Group justify="flex-end" gap="xs">
            <Button size="sm" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              size="sm"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => {
                setBusy(true);
                const names = items.map(({ name }) => name);
                void actions.store(importRequests(chosen, where, names)).then((done) => {
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
          </Group>
        </>
      )}
    </Dialog>
  );
}

const WRONG = 'The enclosed numbers are not those whose SHA-256 it names: the file was changed.';
const PROOFS: Readonly<Record<Proof, readonly string[]>> = {
  right: ['The enclosed numbers have the SHA-256 that it names'],
  wrong: [],
  absent: [],
};
