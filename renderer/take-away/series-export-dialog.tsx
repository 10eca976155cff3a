import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { requestQuery } from '../../service/view/index.ts';
import { useCatalog } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { askedOf, useExportChoice } from './export-choice.ts';
import { ExportNote, ExportSteps } from './export-form.tsx';

/** Exports series by their ids, with all observations, in one file. @param props.name the file's title */
export function SeriesExportDialog(props: { name: string; series: readonly string[]; onClose: () => void }) {
  const { name, series } = props;
  const [choice, change] = useExportChoice();
  const catalog = useCatalog().data;
  const known = series.filter((id) => parseSeriesId(id) !== undefined);
  const unknown = series.filter((id) => !known.includes(id));
  const isSample = catalog?.datasets.some(
    ({ id, origin }) => origin === 'sample' && known.some((one) => parseSeriesId(one)?.dataset === id),
  );
  return (
    <Dialog title="Export data" onClose={props.onClose}>
      <ExportSteps
        choice={choice}
        onChange={change}
        action="Download"
        isReady={known.length > 0}
        ask={(chosen, baseUrl) => ({
          drawn: {
            search: requestQuery({ series: known.join(','), title: name }),
            ...askedOf(chosen),
            names: 'id',
            base_url: baseUrl,
          },
        })}
      >
        <p className="strong">
          {name}: {known.length} series, all observations
        </p>
        <code className="fine mono breaks">{known.join(', ')}</code>
        {unknown.length > 0 && (
          <p className="fine error">This Almanac does not have {unknown.join(', ')}: left out.</p>
        )}
        {isSample && (
          <ExportNote>Some of it is sample data: the file’s name and provenance say so.</ExportNote>
        )}
      </ExportSteps>
    </Dialog>
  );
}
