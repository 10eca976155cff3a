import { Anchor, Box, Button, Switch, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DataJob, DataState } from '../../service/contract/app-state.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import {
  useAutoRefresh,
  useCan,
  useCancelJobs,
  useCatalog,
  useChosenFile,
  useDataState,
  useJobs,
  useRefresh,
  useRefreshSettings,
  useRunLog,
  useTeam,
  useUploadWork,
} from '../api/index.ts';
import { GET_DATA, LoadFailed, LoadingScreen, Notice, Screen, TeamLine } from '../frame/index.ts';
import styles from './data.module.css';
import { DatasetTable } from './dataset-table.tsx';
import { statesText } from './describe.ts';
import { ImportPanel } from './import-panel.tsx';
import { LostDataPanel } from './lost-data-panel.tsx';
import { RunLog } from './run-log.tsx';
import { StoragePanel } from './storage-panel.tsx';

/** The Data screen: each dataset's freshness and source, ways to get newer data, and the storage. */
export function DataScreen() {
  const catalog = useCatalog();
  const { data, error, refetch } = catalog;
  const state = useDataState();
  const schedule = state.data;
  const jobs = useJobs();
  const team = useTeam();
  const canImport = useCan('import');
  // Waits for all three answers, since each would move the content below it, or until one fails. The part
  // that shows a failed answer retries it, so it must stay mounted.
  const isWaiting = [catalog, state, useRunLog()].some(
    ({ isPending, failureCount, errorUpdateCount }) => isPending && failureCount + errorUpdateCount === 0,
  );
  const hash = useLocation({ select: (location) => location.hash });
  // The router looked for this part before the screen was mounted.
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
              ? 'The state of the refreshes may be out of date: it could not be loaded again.'
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

/** Names the team that imports the data, also if the user dropped a file into the window. */
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

/** The number of current datasets, a button that refreshes all datasets, and the refresh settings. */
function RefreshBar(props: {
  datasets: readonly CatalogDataset[];
  schedule: DataState | undefined;
  jobs: readonly DataJob[];
}) {
  const { schedule } = props;
  const refresh = useRefresh();
  const cancel = useCancelJobs();
  const autoRefresh = useAutoRefresh();
  const running = props.jobs.filter(({ kind, state }) => kind === 'refresh' && state === 'running');
  const refreshable = schedule?.datasets.filter((one) => one.can_refresh).map((one) => one.dataset) ?? [];
  const bar = useRef<HTMLElement>(null);
  const location = useLocation();
  // A 'Get the real data' link moves the focus here, so that the next Tab leads to the refresh button.
  useEffect(() => {
    if (location.hash === GET_DATA) bar.current?.focus();
  }, [location]);
  return (
    <section
      ref={bar}
      id={GET_DATA}
      className="row wrap"
      style={{ gap: '0.5rem 1.25rem' }}
      aria-label="Refresh"
      tabIndex={-1}
    >
      <p className={`medium ${styles.summary}`}>
        {statesText(props.datasets)}
        {running.length > 0 && <span className="accent"> · {running.length} being refreshed</span>}
      </p>
      {running.length > 1 ? (
        <Button
          variant="default"
          size="sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel all
        </Button>
      ) : (
        <Button
          size="sm"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          disabled={refreshable.length === 0}
          loading={refresh.isPending}
          onClick={() => refresh.mutate(refreshable)}
        >
          Refresh all
        </Button>
      )}
      <div className={styles.settings}>
        <Switch
          size="sm"
          label="Refresh after each release"
          description="while Almanac runs, for datasets that came from their publisher"
          checked={schedule?.auto_refresh ?? false}
          disabled={!schedule || autoRefresh.isPending}
          onChange={(event) => autoRefresh.mutate(event.currentTarget.checked)}
        />
        <PublisherSettings schedule={schedule} />
      </div>
      {(refresh.error ?? autoRefresh.error) && (
        <p role="alert" className={`error fine ${styles.failure}`}>
          {(refresh.error ?? autoRefresh.error)?.message}
        </p>
      )}
    </section>
  );
}

/** Settings: FRED as a substitute, and the contact sent to publishers. Save or Enter stores the contact. */
function PublisherSettings({ schedule }: { schedule: DataState | undefined }) {
  const fred = useRefreshSettings();
  const contact = useRefreshSettings();
  const [draft, setDraft] = useState<string>();
  const kept = { allow_fred: schedule?.allow_fred ?? false, contact: schedule?.contact ?? '' };

  function saveContact(event: FormEvent): void {
    event.preventDefault();
    if (draft === undefined) return;
    contact.mutate({ ...kept, contact: draft }, { onSuccess: () => setDraft(undefined) });
  }

  const saving = { loading: contact.isPending, disabled: fred.isPending };
  return (
    <>
      <Switch
        size="sm"
        label="Use FRED if a publisher does not answer"
        description={
          <>
            off at first, for{' '}
            <Anchor
              href="https://fred.stlouisfed.org/legal/"
              target="_blank"
              rel="noreferrer"
              underline="always"
              inherit
            >
              FRED’s terms
            </Anchor>{' '}
            are stricter than the publishers’ own
          </>
        }
        error={fred.error?.message}
        checked={kept.allow_fred}
        disabled={!schedule || fred.isPending || contact.isPending}
        onChange={(event) => fred.mutate({ ...kept, allow_fred: event.currentTarget.checked })}
      />
      <form onSubmit={saveContact}>
        <TextInput
          size="xs"
          label="Contact in requests to publishers"
          description="An e-mail or web address, sent only to them, so that they can reach you."
          placeholder="none"
          spellCheck={false}
          autoComplete="off"
          value={draft ?? kept.contact}
          error={contact.error?.message}
          disabled={!schedule}
          onChange={(event) => setDraft(event.currentTarget.value)}
          inputContainer={(input) => (
            <div className="first-fills row gap-8">
              {input}
              {draft !== undefined && draft !== kept.contact && (
                <Button type="submit" variant="default" size="xs" {...saving}>
                  Save
                </Button>
              )}
            </div>
          )}
        />
      </form>
    </>
  );
}
