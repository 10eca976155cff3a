import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { minuteText } from '../../service/calendar/dates.ts';
import { useCan, useRunLog, useUndoImport } from '../api/index.ts';
import { Dialog, LoadFailed, NO_VALUE } from '../frame/index.ts';
import styles from './data.module.css';
import { type LogLine, logLines, type UndoableImport, undoText } from './describe.ts';
import { TableHead } from './parts.tsx';

/** The newest imports and refreshes, also failed ones. @param props.titles dataset titles by id */
export function RunLog({ titles }: { titles: ReadonlyMap<string, string> }) {
  const { data, error, isFetching, refetch } = useRunLog();
  const lines = data && logLines(data);
  return (
    <section className="card slides" aria-labelledby="run-log">
      <Box component="h2" id="run-log" className="heading" p="0.625rem 1rem 0.375rem">
        Log of runs
      </Box>
      {error && (
        <Box pb="xs">
          <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
            {lines
              ? 'Newer runs may be missing here: the log could not be loaded again.'
              : 'The log could not be loaded. The data are unchanged.'}{' '}
            {error.message}
          </LoadFailed>
        </Box>
      )}
      {!lines && !error && <Skeleton height={60} m="sm" width="auto" />}
      {lines?.length === 0 && (
        <Box component="p" className="quiet" p="0 1rem 0.875rem">
          No import or refresh yet. Each one is listed here with where its data came from and what it changed.
        </Box>
      )}
      {lines && lines.length > 0 && <Lines lines={lines} titles={titles} />}
    </section>
  );
}

function Lines(props: { lines: readonly LogLine[]; titles: ReadonlyMap<string, string> }) {
  const { lines, titles } = props;
  const canUndo = useCan('import');
  const region = useRef<HTMLElement>(null);
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={region} className={styles.log} aria-label="Runs" tabIndex={0}>
      <table className={`data-table ${styles.table}`}>
        <TableHead
          widths={['10rem', '24%', '8.5rem', '22%', undefined]}
          titles={['When', 'Dataset', 'How', 'From', 'Changes']}
        />
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-failed={line.isFailed || undefined}>
              <td>{minuteText(line.at)}</td>
              <td className={styles.wraps}>
                {line.dataset === null ? NO_VALUE : (titles.get(line.dataset) ?? line.dataset)}
              </td>
              <td>
                {line.isFailed && <IconAlertTriangle size={14} stroke={1.7} aria-hidden />}
                {line.how}
              </td>
              {line.from !== '' && (
                <td className="cut" title={line.location}>
                  {line.from}
                </td>
              )}
              <td className={styles.outcome} colSpan={line.from === '' ? 2 : undefined}>
                <div className="row wrap gap-8">
                  <span className="grow">{line.outcome}</span>
                  {line.undo && canUndo && (
                    // The negative margin keeps the button from making the row higher.
                    <Box my={-4}>
                      <UndoImport
                        undo={line.undo}
                        titles={titles}
                        onUndone={() => region.current?.focus({ preventScroll: true })}
                      />
                    </Box>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Undoes an import after a dialog has shown the effect. @param props.onUndone the button is gone by then */
export function UndoImport(props: {
  undo: UndoableImport;
  titles: ReadonlyMap<string, string>;
  onUndone?: () => void;
}) {
  const { undo, titles } = props;
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending, error, reset } = useUndoImport();
  const close = () => {
    setAsking(false);
    reset();
  };
  const run = () =>
    mutateAsync(undo.run).then(
      () => {
        close();
        props.onUndone?.();
      },
      // The dialog shows the reason.
      () => undefined,
    );
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Undo the import of ${undo.file}`}
        onClick={() => setAsking(true)}
      >
        Undo import
      </Button>
      {isAsking && (
        <Dialog title="Undo this import?" size={460} onClose={close}>
          <Text fw={550} className="breaks">
            {undo.file}
          </Text>
          {undoText(undo, titles).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <Text c="dimmed" fz="xs">
            The data become as if the file had never been imported; the log keeps a record of it.
          </Text>
          {error && (
            <Text role="alert" className="error">
              {error.message}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => void run()}>
              Undo import
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
