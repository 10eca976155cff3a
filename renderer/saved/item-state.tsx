import type { SavedItem } from '../../service/contract/saved.ts';
import { useFrozenCheck } from '../api/index.ts';
import { boardSummary } from '../tiles/index.ts';
import { endedSeries } from './addresses.ts';
import { frozenWords, LOST } from './frozen-words.ts';

/** 'Live', '52 of 293 revised, 15 new', 'Five years · 6 tiles', '4 series'. */
export function ItemState({ item }: { item: SavedItem }) {
  const ended = endedSeries(item);
  return (
    <>
      <Told item={item} />
      {ended.length > 0 && (
        <span className="warning" title={ended.join(', ')}>
          {' '}
          · {ended.length} series gone or discontinued
        </span>
      )}
    </>
  );
}

function Told({ item }: { item: SavedItem }) {
  const frozen = item.kind === 'view' ? item.content.frozen : null;
  const address = item.kind === 'view' ? item.content.address : '';
  const { data: check, error } = useFrozenCheck(address, item.deleted_at === null ? frozen : null);
  if (item.kind === 'list') return `${item.content.series.length} series`;
  if (item.kind === 'board') return boardSummary(item.content);
  if (frozen === null) return <span className="quiet">Live</span>;
  if (error) return <span className="error">{error.message}</span>;
  if (!check) return <span className="quiet">Frozen</span>;
  return (
    <span
      className={check.state === 'lost' ? 'error' : ''}
      title={check.state === 'lost' ? LOST : frozenWords(check)}
    >
      Frozen · {frozenWords(check)}
    </span>
  );
}
