import { entryOf, type SeriesChoice, seriesId, seriesTitle } from '../../service/datasets/series-choice.ts';
import { citation } from '../../service/view/index.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { CopyText } from '../frame/index.ts';

/** A suggested citation of a series, with a button to copy it. */
export function SeriesCitation({ choice }: { choice: SeriesChoice }) {
  const catalog = useCatalog().data;
  const version = useHostState().data?.version ?? '';
  const { dataset } = entryOf(choice);
  const text = citation({
    publisher: dataset.publisher,
    title: seriesTitle(choice),
    id: seriesId(choice),
    loaded: catalog?.datasets.find(({ id }) => id === dataset.id)?.last_update ?? null,
    now: new Date().toISOString(),
    version,
  });
  return (
    <div className="flex start gap-8">
      <p className="grow breaks">{text}</p>
      <CopyText value={text} what="citation" />
    </div>
  );
}
