import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { requestQuery } from '../../service/view/index.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import styles from './export.module.css';
import { askedOf, useExportChoice } from './export-choice.ts';
import { ExportForm, ExportNote } from './export-form.tsx';
import { ExportRun, useExport } from './export-run.tsx';

/**
 * The dialog that exports series by their ids, all that is held of each, in one file with one receipt.
 * @param props.name of the list; the file's title @param props.series ids as in a chart's address
 */
export function SeriesExportDialog(props: { name: string; series: readonly string[]; onClose: () => void }) {
  const { name, series } = props;
  const [choice, change] = useExportChoice();
  const catalog = useCatalog().data;
  const { base_url: baseUrl = '', mode } = useHostState().data ?? {};
  const run = useExport();
  const known = series.filter((id) => parseSeriesId(id) !== undefined);
  const unknown = series.filter((id) => !known.includes(id));
  const isSample = known.some((id) => {
    const dataset = parseSeriesId(id)?.dataset;
    return catalog?.datasets.some((one) => one.id === dataset && one.origin === 'sample');
  });
  return (
    <Dialog title="Export data" onClose={props.onClose}>
      <ExportForm
        choice={choice}
        canZip={mode === 'browser'}
        onChange={(changed) => {
          run.forget();
          change(changed);
        }}
      />
      <Box className="well column gap-4" p="0.5rem 0.75rem">
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
      </Box>
      <ExportRun run={run} isDesktop={mode === 'desktop'} />
      <div className={`row gap-12 ${styles.actions}`}>
        <span className="grow quiet fine">One file, one receipt</span>
        <Button
          data-autofocus
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={run.isRunning || known.length === 0}
          onClick={() =>
            run.start({
              drawn: {
                search: requestQuery({ series: known.join(','), title: name }),
                ...askedOf(mode === 'browser' ? choice : { ...choice, zipped: false }),
                names: 'id',
                base_url: baseUrl ?? '',
              },
            })
          }
        >
          Download
        </Button>
      </div>
    </Dialog>
  );
}
