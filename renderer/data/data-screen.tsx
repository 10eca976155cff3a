import { Box } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  useCan,
  useCatalog,
  useChosenFile,
  useDataState,
  useJobs,
  useRunLog,
  useTeam,
  useUploadWork,
} from '../api/index.ts';
import { GET_DATA, LoadFailed, LoadingScreen, Notice, Screen, TeamLine } from '../frame/index.ts';
import styles from './data.module.css';
import { DatasetTable } from './dataset-table.tsx';
import { ImportPanel } from './import-panel.tsx';
import { LostDataPanel } from './lost-data-panel.tsx';
import { RefreshBar } from './refresh-bar.tsx';
import { RunLog } from './run-log.tsx';
import { StoragePanel } from './storage-panel.tsx';

/** The Data screen: how fresh each dataset is, where it came from, how to get newer data, and what is stored. */
export function DataScreen() {
  const catalog = useCatalog();
  const { data, error, refetch } = catalog;
  const state = useDataState();
  const schedule = state.data;
  const jobs = useJobs();
  const team = useTeam();
  const canImport = useCan('import');
  // Each answer would move what is below it: the screen comes with all of them, or with what there is once one fails. One that has
  // failed is asked again by the part that shows it, and is not waited for then: the part would go, and ask anew when it comes back.
  const isWaiting = [catalog, state, useRunLog()].some(
    ({ isPending, failureCount, errorUpdateCount }) => isPending && failureCount + errorUpdateCount === 0,
  );
  const hash = useLocation({ select: (location) => location.hash });
  // The router has looked for the part that the address names when the screen was not there yet.
  useEffect(() => {
    if (!isWaiting && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isWaiting, hash]);
  if (isWaiting) return <LoadingScreen />;
  const datasets = data?.datasets ?? [];
  const titles = new Map(datasets.map(({ id, title }) => [id, title]));
  return (
    <Screen datasets={datasets.map(({ id }) => id)}>
      <Box className={`column gap-12 ${styles.page}`} maw="88rem" p="sm">
        {error && !data && (
          <LoadFailed onRetry={() => void refetch()}>
            The catalogue could not be loaded: {error.message}
          </LoadFailed>
        )}
        {state.error && (
          <LoadFailed isBusy={state.isFetching} onRetry={() => void state.refetch()}>
            {schedule
              ? 'What this screen says of refreshes may be out of date: it could not be loaded again.'
              : 'Nothing can be refreshed now: the state of the refreshes could not be loaded. The data are unchanged.'}{' '}
            {state.error.message}
          </LoadFailed>
        )}
        {team && <TeamData address={team.address} />}
        {canImport && <LostDataPanel jobs={jobs} titles={titles} />}
        {schedule?.settings_notes.map((note) => (
          <Notice key={note} tone="failure">
            {note}
          </Notice>
        ))}
        {canImport && <RefreshBar datasets={datasets} schedule={schedule} jobs={jobs} />}
        {data && (
          <div className="card slides">
            <DatasetTable datasets={datasets} schedule={schedule} jobs={jobs} />
          </div>
        )}
        {canImport && <ImportPanel jobs={jobs} titles={titles} />}
        <RunLog titles={titles} />
        <StoragePanel />
      </Box>
    </Screen>
  );
}

/** Says who imports a team's data, also of a file that was dropped into the window. */
function TeamData({ address }: { address: string }) {
  const { chosen, forget } = useChosenFile();
  const [refused, setRefused] = useState<string>();
  const { mutate: discard } = useUploadWork().discard;
  useEffect(() => {
    if (!chosen) return;
    setRefused(chosen.name);
    if ('upload' in chosen) discard({ upload: chosen.upload.upload });
    forget();
  }, [chosen, forget, discard]);
  return <TeamLine id={GET_DATA} address={address} refused={refused} />;
}
