import { Box, Button, FileButton, Group, Modal, Skeleton, Text } from '@mantine/core';
import { IconDatabaseExport, IconDatabaseImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { minuteText } from '../../service/calendar/dates.ts';
import type { BackUp, Storage } from '../../service/contract/storage.ts';
import { useBackUps, useCan, useStorage } from '../api/index.ts';
import { HelpLink, LoadFailed, Notice, sizeText } from '../frame/index.ts';
import styles from './data.module.css';
import { TableHead } from './parts.tsx';

/** The sizes of the data files, the back-ups, and buttons to make and restore one. */
export function StoragePanel() {
  const canRestore = useCan('import');
  const { data, error, isFetching, refetch } = useStorage();
  const { backUp, restore } = useBackUps();
  const [chosen, choose] = useState<BackUp | File>();
  const panel = useRef<HTMLElement>(null);
  const isBusy = backUp.isPending || restore.isPending;
  return (
    <section ref={panel} className="card slides" aria-labelledby="storage" tabIndex={-1}>
      <Box className="flex start wrap gap-8" p="0.625rem 1rem">
        <Box flex="1 1 20rem">
          <div className="row gap-4">
            <h2 className="heading" id="storage">
              Storage
            </h2>
            <HelpLink to="/guide/files#back-up-and-restore" about="back-ups" />
          </div>
          {data ? <Sizes storage={data} /> : !error && <Skeleton height={34} mt={4} />}
        </Box>
        <Button
          variant="default"
          leftSection={<IconDatabaseExport size={16} stroke={1.6} />}
          disabled={!data || restore.isPending}
          loading={backUp.isPending}
          onClick={() => {
            restore.reset();
            backUp.mutate();
          }}
        >
          Back up
        </Button>
        {canRestore && (
          <FileButton
            accept=".sqlite"
            onChange={(file) => file && choose(file)}
            inputProps={{ 'aria-label': 'Back-up to restore' }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconDatabaseImport size={16} stroke={1.6} />}
                disabled={!data || isBusy}
              >
                Restore from a file…
              </Button>
            )}
          </FileButton>
        )}
      </Box>
      {error && (
        <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
          The sizes of the data files could not be loaded. {error.message}
        </LoadFailed>
      )}
      {backUp.error && <Notice tone="failure">No back-up was made. {backUp.error.message}</Notice>}
      {backUp.data && !restore.data && (
        <Notice tone="note">
          Backed up as {backUp.data.name}, {sizeText(backUp.data.bytes)}. Keys are not in it.
        </Notice>
      )}
      {restore.isPending && <Notice tone="busy">The back-up is checked and restored.</Notice>}
      {restore.error && <Notice tone="failure">Not restored. {restore.error.message}</Notice>}
      {restore.data && (
        <Notice tone="note">
          Restored. The data that were here are kept as {restore.data.set_aside}.
          {restore.data.has_brought_work && ' Your own work, which was missing, is back too.'}
        </Notice>
      )}
      {canRestore && data && data.back_ups.length > 0 && (
        <BackUps backUps={data.back_ups} isBusy={isBusy} onRestore={choose} />
      )}
      <RestoreDialog
        chosen={chosen}
        onClose={() => choose(undefined)}
        onRestore={(from) => {
          // The button that opened the dialog is disabled during the restore and cannot have the focus.
          panel.current?.focus();
          choose(undefined);
          backUp.reset();
          restore.mutate(from instanceof File ? from : from.name);
        }}
      />
    </section>
  );
}

function Sizes({ storage: { files, folder, back_ups: backUps } }: { storage: Storage }) {
  const sizeOf = (what: Storage['files'][number]['what']) =>
    sizeText(files.filter((file) => file.what === what).reduce((sum, { bytes }) => sum + bytes, 0));
  return (
    <>
      <Box component="p" mt={4}>
        Data {sizeOf('data')}, keys {sizeOf('keys')}, your own work {sizeOf('work')}
        {backUps.length > 0 && `, back-ups ${sizeText(backUps.reduce((sum, { bytes }) => sum + bytes, 0))}`}
      </Box>
      <Box component="p" className="sub breaks" mt={4}>
        A back-up is a copy of the data and of your own work, without any keys, in {folder}. Copy it to
        another disk, in case this one fails.
      </Box>
    </>
  );
}

function BackUps(props: {
  backUps: readonly BackUp[];
  isBusy: boolean;
  onRestore: (backUp: BackUp) => void;
}) {
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.log} aria-label="Back-ups" tabIndex={0}>
      <table className={`data-table ${styles.table}`}>
        <TableHead
          widths={['11rem', undefined, '6.5rem', 'var(--action-width)']}
          titles={['Made', 'Back-up', 'Size']}
          toRight={[2]}
          action="Restore"
        />
        <tbody>
          {props.backUps.map((backUp) => (
            <tr key={backUp.name}>
              <td>{minuteText(backUp.made_at)}</td>
              <td>
                {backUp.name}
                {backUp.is_set_aside && <div className="sub">what a restore replaced</div>}
              </td>
              <td className="to-right">{sizeText(backUp.bytes)}</td>
              <td className={styles.action}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Restore ${backUp.name}`}
                  disabled={props.isBusy}
                  onClick={() => props.onRestore(backUp)}
                >
                  Restore…
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Asks before a restore and shows its effect. @param props.chosen the back-up; `undefined`: closed */
function RestoreDialog(props: {
  chosen: BackUp | File | undefined;
  onRestore: (chosen: BackUp | File) => void;
  onClose: () => void;
}) {
  // The dialog stays mounted, so that it can restore the focus.
  const last = useRef(props.chosen);
  if (props.chosen) last.current = props.chosen;
  const chosen = last.current;
  return (
    <Modal.Root
      opened={props.chosen !== undefined}
      onClose={props.onClose}
      size={460}
      centered
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Modal.Header, which would be a second banner landmark on the page. */}
        <Box className="row spread" p="0.75rem 0.75rem 0.25rem 1rem">
          <Modal.Title fw={600}>Restore this back-up?</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Box>
        {chosen && (
          <Modal.Body>
            <Text fw={550} className="breaks">
              {chosen.name}
            </Text>
            <Text c="dimmed" fz="xs">
              {chosen instanceof File
                ? sizeText(chosen.size)
                : `${sizeText(chosen.bytes)}, made ${minuteText(chosen.made_at)}`}
            </Text>
            <Text mt="sm">
              It replaces all data here, once it is checked. The data that are here now are kept as a back-up,
              so that you can go back to them. Keys are not changed.
            </Text>
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={props.onClose} data-autofocus>
                Cancel
              </Button>
              <Button onClick={() => props.onRestore(chosen)}>Restore</Button>
            </Group>
          </Modal.Body>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
