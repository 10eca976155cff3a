import { Autocomplete, Box, Button, Checkbox, CloseButton, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { localMinute } from '../../service/calendar/zone.ts';
import { limitProblem } from '../../service/contract/body.ts';
import { ItemFields, type SavedItem } from '../../service/contract/saved.ts';
import type { SharedItem } from '../../service/contract/shared.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { knownText } from '../../service/view/index.ts';
import { useItemVersions } from '../api/index.ts';
import { Dialog, DialogButtons, Notice } from '../frame/index.ts';
import { ItemState } from './item-table.tsx';
import { changed } from './saving.tsx';
import { isFrozen } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

type DetailsProps = {
  item: SavedItem;
  /** The item if the team shares it; it cannot be changed here. */
  shared: SharedItem | undefined;
  folders: readonly string[];
  actions: Actions;
  onClose: () => void;
};

/** An item's details: its editable texts, its content, and its earlier versions. */
export function Details(props: DetailsProps) {
  const { item, shared, actions } = props;
  return (
    <Box className="column gap-12" p="0.75rem 1rem 1.25rem">
      <div className="row gap-4">
        <h2 className="large fill cut shrink">{item.name}</h2>
        <CloseButton aria-label="Close the details" onClick={props.onClose} />
      </div>
      {shared && (
        <>
          {shared.note !== '' && <p>{shared.note}</p>}
          <div>
            <Button onClick={() => void actions.copyToMine(shared)}>Copy to mine</Button>
          </div>
        </>
      )}
      {item.deleted_at === null && !shared && <Texts key={item.id} {...props} />}
      <dl className="column gap-6 fine">
        <Fact name="State">
          <ItemState item={item} />
        </Fact>
        {item.kind === 'view' && <Fact name="Address">{item.content.address}</Fact>}
        {item.kind === 'list' && <Fact name="Series">{item.content.series.join(', ')}</Fact>}
        {item.kind === 'view' && item.content.frozen && (
          <>
            <Fact name="As known on">{knownText(item.content.frozen.as_of)}</Fact>
            <Fact name={item.content.frozen.lists ? 'Members' : 'Numbers'}>
              {groupDigits(String(item.content.frozen.rows))}
            </Fact>
            {item.content.frozen.lists && (
              <Fact name="Lists">{item.content.frozen.lists.join(', ').replaceAll('@', ' of ')}</Fact>
            )}
            <Fact name="SHA-256">
              <code className="mono">{item.content.frozen.sha256}</code>
            </Fact>
          </>
        )}
        {shared && <Fact name="Shared by">{shared.shared_by}</Fact>}
        <Fact name="Made">{localMinute(item.created_at)}</Fact>
        <Fact name="Changed">{localMinute(item.changed_at)}</Fact>
        {item.deleted_at !== null && <Fact name="In the bin since">{localMinute(item.deleted_at)}</Fact>}
      </dl>
      {item.deleted_at === null && !shared && <Versions item={item} actions={actions} />}
    </Box>
  );
}

/** Name, note and folder; each is saved when its field loses the focus. */
function Texts({ item, folders, actions }: Pick<DetailsProps, 'item' | 'folders' | 'actions'>) {
  // The typed but unsaved texts, and the item that they change. They hide changes by another window until the
  // field loses the focus; the user then resolves the conflict.
  const [typed, setTyped] = useState<TypedTexts>();
  const texts = { ...(typed?.base ?? item), ...typed };
  const write = (change: Omit<TypedTexts, 'base'>) =>
    setTyped((before) => ({ base: item, ...before, ...change }));
  const tooLong = limitProblem(ItemFields, { ...item, note: texts.note.trim() });
  const save = () => {
    if (typed === undefined || tooLong !== undefined) return;
    const { base } = typed;
    const { name, note, folder } = { ...base, ...typed };
    const change = { name: name.trim() || base.name, note: note.trim(), folder: folder.trim() };
    // An unsaved text stays in its field. So does a text typed during the save; it changes the saved version.
    void actions.change(base, change).then((after) => {
      if (after) setTyped((now) => laterThan(typed, now, after));
    });
  };
  return (
    <>
      <TextInput
        label="Name"
        maxLength={200}
        value={texts.name}
        onChange={(event) => write({ name: event.currentTarget.value })}
        onBlur={save}
      />
      <Textarea
        size="xs"
        label="Note"
        autosize
        minRows={3}
        maxRows={10}
        error={tooLong && `Not saved: ${tooLong}`}
        value={texts.note}
        onChange={(event) => write({ note: event.currentTarget.value })}
        onBlur={save}
      />
      <Autocomplete
        size="xs"
        label="Folder"
        placeholder="None"
        data={[...folders]}
        maxLength={100}
        comboboxProps={{ withinPortal: false }}
        value={texts.folder}
        onChange={(folder) => write({ folder })}
        onBlur={save}
      />
    </>
  );
}

type TypedTexts = { base: SavedItem } & Partial<Pick<SavedItem, 'name' | 'note' | 'folder'>>;

/** @returns the texts typed after the saved ones; `undefined` if there are none. */
function laterThan(stored: TypedTexts, now: TypedTexts | undefined, base: SavedItem): TypedTexts | undefined {
  if (now === stored || now === undefined) return undefined;
  const later = Object.entries(now).filter(([name, text]) => text !== stored[name as keyof TypedTexts]);
  return { ...Object.fromEntries(later), base };
}

const LISTED = 10;

function Versions({ item, actions }: { item: SavedItem; actions: Actions }) {
  const { data: versions = [] } = useItemVersions(item.id, item.revision);
  const [isWhole, setWhole] = useState(false);
  const earlier = versions.filter(({ revision }) => revision < item.revision);
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier versions">
      <h3 className="label">Earlier versions</h3>
      <ul className="list column gap-4">
        {earlier.slice(0, isWhole ? undefined : LISTED).map((version) => (
          <li key={version.revision} className="row gap-8 fine">
            <span className="fill cut shrink one-line">
              {localMinute(version.changed_at)} · {version.deleted_at === null ? version.name : 'in the bin'}
            </span>
            {version.deleted_at === null && (
              <Button
                variant="default"
                size="compact-xs"
                h={24}
                onClick={() => void actions.store([{ ...changed(version, {}), revision: item.revision }])}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && earlier.length > LISTED && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setWhole(true)}>
          All {earlier.length} earlier versions
        </Button>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renames an item. @param props.typed an earlier name that was not saved @param props.failure the reason */
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
        <DialogButtons onCancel={onClose}>
          <Button size="sm" type="submit" disabled={name.trim() === ''}>
            Rename
          </Button>
        </DialogButtons>
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
      <DialogButtons cancel="Keep in the bin" hasFocus onCancel={props.onClose}>
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
      </DialogButtons>
    </Dialog>
  );
}

/** Writes items to a file for other people, if wanted with the numbers behind frozen views. */
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
      <DialogButtons onCancel={props.onClose}>
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
      </DialogButtons>
    </Dialog>
  );
}
