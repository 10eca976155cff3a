import { useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { type Template, TemplatesList } from '../tiles/index.ts';
import type { SavedSearch } from './shown-items.ts';

/** In place of the table where nothing is shown: why, and boards to copy where somebody has none to begin with. */
export function NothingHere(props: {
  items: readonly SavedItem[];
  search: SavedSearch;
  onCopy: (template: Template) => Promise<void>;
}) {
  const { items, search } = props;
  const [isBusy, setBusy] = useState(false);
  const text = emptyText(items, search);
  if (!offersBoards(items, search))
    return (
      <p className="center fill quiet" style={{ padding: '2rem' }}>
        {text}
      </p>
    );
  return (
    <div className="fill low scrolls column gap-16" style={{ padding: '1rem', maxWidth: '72rem' }}>
      <p>{text}</p>
      <section aria-labelledby="boards-copy">
        <h2 id="boards-copy" className="large strong" style={{ marginBottom: '0.5rem' }}>
          Boards to copy
        </h2>
        <TemplatesList
          isBusy={isBusy}
          onCopy={(template) => {
            setBusy(true);
            void props.onCopy(template).finally(() => setBusy(false));
          }}
        />
      </section>
    </div>
  );
}

const hasNone = (items: readonly SavedItem[]) => items.every(({ deleted_at }) => deleted_at !== null);

function offersBoards(items: readonly SavedItem[], { q, show }: SavedSearch): boolean {
  if (q !== undefined || show === 'bin' || show === 'team') return false;
  return show === 'boards' || hasNone(items);
}

function emptyText(items: readonly SavedItem[], { q, show }: SavedSearch): string {
  if (q !== undefined) return `Nothing that is saved matches “${q}”.`;
  if (show === 'bin') return 'The bin is empty.';
  if (show === 'team')
    return 'Nobody has shared anything yet. The menu of an item of yours has Share with the team.';
  return hasNone(items) ? 'Nothing saved yet. Ctrl-S on any screen keeps it.' : 'Nothing of this kind here.';
}
