import type { SavedItem } from '../../service/contract/saved.ts';
import { SeriesExportDialog } from '../take-away/index.ts';

/** Downloads a list's series again, in one file with one receipt. */
export function ListDownload(props: { item: Extract<SavedItem, { kind: 'list' }>; onClose: () => void }) {
  const { item, onClose } = props;
  return <SeriesExportDialog name={item.name} series={item.content.series} onClose={onClose} />;
}
