import { Anchor, Box, Button, FileButton, NavLink, Skeleton, Tabs, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { findSetting } from '../../service/contract/check-setting.ts';
import { SETTINGS, type SettingRow } from '../../service/contract/settings.ts';
import {
  preferencesQuery,
  saveBlob,
  useAppState,
  useCapabilities,
  useFileSettings,
  useIsAway,
  useIsRestarting,
  usePortHolder,
  usePublisherKeys,
  useRestartService,
  useSettings,
} from '../api/index.ts';
import {
  AddressLink,
  Dialog,
  LoadFailed,
  Notice,
  Screen,
  SmallButton,
  usePlainKeys,
  useWindowFits,
} from '../frame/index.ts';
import { GROUPS, type Group, hasGroup } from './groups.ts';
import { FolderPart, PrivacyPart } from './parts.tsx';
import { SettingLine } from './setting-line.tsx';
import {
  changedSettings,
  correctedSearch,
  findGroups,
  findSettings,
  readSettingsText,
  settingsText,
  useSettingChanges,
} from './setting-values.ts';
import { TeamSetting } from './team-setting.tsx';

const STATES = {
  absent: 'no key',
  present: 'a key is set',
  lost: 'the key cannot be read',
  environment: 'from the environment',
} as const;

/** Which publisher keys are set. Keys themselves are set in API access. */
function KeysPart() {
  const { data, error } = usePublisherKeys();
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <h2 className="heading">{GROUPS.keys}</h2>
      {error && <p className="error">Their state could not be loaded. {error.message}</p>}
      <table className="data-table" aria-label={GROUPS.keys}>
        <tbody>
          {data?.keys.map(({ publisher, state }) => (
            <tr key={publisher}>
              <th scope="row">{publisher}</th>
              <td>{STATES[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Anchor component={Link} to="/access" underline="always" inherit>
          Set them in API access
        </Anchor>
        . A key is never shown, and sent to its publisher only.
      </p>
    </Box>
  );
}

const route = getRouteApi('/settings');
const PART_VIEWS = { folder: FolderPart, keys: KeysPart, privacy: PrivacyPart } as const;
type PartName = keyof typeof PART_VIEWS;
const isPart = (group: Group): group is PartName => Object.hasOwn(PART_VIEWS, group);

/** Every setting, found by a search or a group; changes apply at once and can be undone. */
export function SettingsScreen() {
  const { q = '', group = 'appearance' } = route.useSearch();
  const navigate = route.useNavigate();
  const values = useSettings();
  const asked = [useFileSettings(), useQuery(preferencesQuery)] as const;
  const file = asked[0].data;
  const failed = asked.filter(({ data, error }) => data === undefined && error);
  const error = failed[0]?.error;
  const { set, notice, problem, undo } = useSettingChanges(values);
  const [dialog, open] = useState<'reset' | { text: string }>();
  const isWide = useWindowFits('(min-width: 70em)');
  const search = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const can = useCapabilities();
  const isHere = (each: Group): boolean => hasGroup(can, each);
  const isOnComputer = can.includes('computer');
  const rows = useStayingRows(q, group, values).filter((row) => isHere(row.group));
  usePlainKeys({ '/': () => search.current?.focus() });

  const parts = (q === '' ? [group] : findGroups(q)).filter(isHere).filter(isPart);
  const changedCount = values === undefined ? 0 : changedSettings(values).length;
  const titleOf = (each: Group) => (each === 'changed' ? `Changed (${changedCount})` : GROUPS[each]);
  const groups = (Object.keys(GROUPS) as Group[]).filter(isHere);
  const choose = (next: string | null): void =>
    void navigate({ search: next === null || next === 'appearance' ? {} : { group: next as Group } });
  const shown = q === '' ? group : undefined;
  const find = (text: string): void => {
    void navigate({ search: text === '' ? {} : { q: text }, replace: true });
    search.current?.focus();
  };
  const json = () => settingsText(values ?? {});
  const exportJson = () =>
    saveBlob(new Blob([json()], { type: 'application/json' }), 'almanac-settings.json');

  return (
    <Screen datasets={[]} isLoading={values === undefined && !error}>
      <Box
        className="column gap-12"
        maw="72rem"
        p="sm"
        ref={body}
        onKeyDown={(event) => moveByKeys(event, body.current)}
      >
        <Box className="row wrap gap-8">
          <TextInput
            ref={search}
            flex="1 1 16rem"
            type="search"
            aria-label="Search the settings"
            placeholder="Search: decimal, dark, port …"
            value={q}
            onChange={({ currentTarget: { value } }) => find(value)}
          />
          {isOnComputer && (
            <>
              <Button variant="default" disabled={!values} onClick={() => open({ text: json() })}>
                Edit as JSON
              </Button>
              <Button variant="default" disabled={!values} onClick={exportJson}>
                Export
              </Button>
              <FileButton
                accept=".json"
                onChange={(chosen) => void chosen?.text().then((text) => open({ text }))}
                inputProps={{ 'aria-label': 'Settings to import' }}
              >
                {(props) => (
                  <Button {...props} variant="default" disabled={!values}>
                    Import…
                  </Button>
                )}
              </FileButton>
            </>
          )}
          <Button variant="default" disabled={changedCount === 0} onClick={() => open('reset')}>
            Reset all
          </Button>
        </Box>
        {problem !== undefined && <Notice tone="failure">Nothing was changed. {problem}</Notice>}
        {notice !== undefined && (
          <Notice tone="note" action={undo && <SmallButton onClick={undo}>Undo</SmallButton>}>
            {notice}
          </Notice>
        )}
        {error && (
          <LoadFailed
            isBusy={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          >
            The settings could not be loaded. {error.message}
          </LoadFailed>
        )}
        {!isOnComputer && (
          <Notice tone="note">
            These are yours, in every browser in which you sign in with this key. Settings of data and service
            are those of the computers that serve the team, so they are not here.
          </Notice>
        )}
        {file && <RestartNotice waiting={file.waiting} port={file.values.port} />}
        <Box className={isWide ? 'flex start gap-16' : 'column gap-12'}>
          {isWide ? (
            <Box component="nav" aria-label="Groups of settings" w="13rem" className="fixed">
              {groups.map((each) => (
                <NavLink
                  key={each}
                  component="button"
                  label={titleOf(each)}
                  active={each === shown}
                  aria-current={each === shown ? 'true' : undefined}
                  onClick={() => choose(each)}
                />
              ))}
            </Box>
          ) : (
            <Tabs value={shown ?? null} onChange={choose} maw="100%" aria-label="Groups of settings">
              <Tabs.List>
                {groups.map((each) => (
                  <Tabs.Tab key={each} value={each} px={10} py={7} aria-controls="settings-rows">
                    {titleOf(each)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </Tabs>
          )}
          <section
            id="settings-rows"
            className="card grow full-width"
            aria-label={q === '' ? titleOf(group) : `Found: ${q}`}
          >
            {values === undefined && !error && <Skeleton height={280} m="sm" width="auto" />}
            {/* If the service cannot start because of the team, only this setting can be changed. */}
            {values === undefined && error && <TeamSetting />}
            {values !== undefined &&
              rows.map((row, at) => (
                <div key={row.name}>
                  {row.group !== rows[at - 1]?.group && (
                    <Box component="h2" className="heading" p="0.75rem 1rem 0.5rem">
                      {GROUPS[row.group]}
                    </Box>
                  )}
                  {row.name === 'team' ? (
                    <TeamSetting />
                  ) : (
                    <SettingLine
                      row={row}
                      value={values[row.name]}
                      isWaiting={file?.waiting.includes(row.name) ?? false}
                      onSet={(value) => set({ [row.name]: value })}
                    />
                  )}
                </div>
              ))}
            {parts.map((part) => {
              const Part = PART_VIEWS[part];
              return <Part key={part} />;
            })}
            {values !== undefined && rows.length === 0 && parts.length === 0 && (
              <NothingFound text={q} values={values} onSearch={find} />
            )}
          </section>
        </Box>
      </Box>
      {dialog === 'reset' && values && (
        <ResetDialog
          count={changedCount}
          onClose={() => open(undefined)}
          onReset={() => {
            open(undefined);
            set(Object.fromEntries(changedSettings(values).map(({ name }) => [name, null])));
          }}
        />
      )}
      {typeof dialog === 'object' && values && (
        <JsonDialog
          text={dialog.text}
          values={values}
          onClose={() => open(undefined)}
          onSave={(changes) => {
            open(undefined);
            if (Object.keys(changes).length > 0) set(changes);
          }}
        />
      )}
    </Screen>
  );
}

/** @returns the rows of a search or group, with those that dropped out by a change: a reset row stays. */
function useStayingRows(
  q: string,
  group: Group,
  values: Readonly<Record<string, unknown>> | undefined,
): readonly SettingRow[] {
  const stayed = useRef<{ key: string; names: ReadonlySet<string> }>({ key: '', names: new Set() });
  const key = `${group}?${q}`;
  const now =
    values === undefined
      ? []
      : q !== ''
        ? findSettings(q, values)
        : group === 'changed'
          ? changedSettings(values)
          : SETTINGS.filter((row) => row.group === group);
  const before = stayed.current.key === key ? stayed.current.names : [];
  const names = new Set([...before, ...now.map(({ name }) => name)]);
  stayed.current = { key, names };
  return SETTINGS.filter((row) => names.has(row.name));
}

/** Controls with their own use of the arrow keys or Delete. */
const OWN_KEYS =
  'input:not([type=checkbox], [type=search]), textarea, [role=radiogroup], [role=tablist], table';

/** ↑ and ↓ move to the setting above or below; Delete resets the focused one. */
function moveByKeys(event: KeyboardEvent, body: HTMLElement | null): void {
  const { target, key } = event;
  if (!body || !(target instanceof HTMLElement) || target.closest(OWN_KEYS)) return;
  const row = target.closest('[data-setting]');
  if (key === 'Delete' && row) row.querySelector<HTMLElement>('[aria-label^="Reset "]')?.click();
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const all = [...body.querySelectorAll<HTMLElement>('[data-setting]')];
  const at = row ? all.indexOf(row as HTMLElement) : -1;
  const next = all[key === 'ArrowDown' ? at + 1 : at - 1];
  event.preventDefault();
  (next ?? (key === 'ArrowUp' ? body.querySelector<HTMLElement>('[type=search]') : null))?.focus();
}

function ResetDialog(props: { count: number; onClose: () => void; onReset: () => void }) {
  return (
    <Dialog title="Reset all settings?" size={480} onClose={props.onClose}>
      <p>
        {props.count === 1
          ? 'One setting returns to its default'
          : `${props.count} settings return to their defaults`}
        . Pinned series, saved ranges, saved views and keys stay. It can be undone.
      </p>
      <div className="row gap-8">
        <Button variant="default" className="at-end" onClick={props.onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={props.onReset}>
          Reset all
        </Button>
      </div>
    </Dialog>
  );
}

/** Reports settings that wait for a restart, or another program on the configured port. */
function RestartNotice({ waiting, port }: { waiting: readonly string[]; port: unknown }) {
  const restart = useRestartService();
  const { data: host } = useAppState();
  const address = host?.base_url ? Number(new URL(host.base_url).port) : undefined;
  const isElsewhere = address !== undefined && waiting.length === 0 && address !== port;
  const { data: holder } = usePortHolder(isElsewhere && typeof port === 'number' ? port : undefined);
  const isBusy = [restart.isPending, useIsAway(), useIsRestarting()].includes(true);
  // Once that program has ended, the service can take the port.
  const [wasHeld, setWasHeld] = useState<unknown>();
  if (typeof holder === 'string' && wasHeld !== port) setWasHeld(port);
  const isFree = isElsewhere && holder === null && wasHeld === port;
  if (waiting.length === 0 && typeof holder !== 'string' && !isFree) return null;
  const titles = waiting.map((name) => findSetting(name)?.title ?? name).join(', ');
  return (
    <Notice
      tone="note"
      action={
        <SmallButton loading={isBusy} onClick={() => restart.mutate()}>
          Restart now
        </SmallButton>
      }
    >
      {waiting.length > 0
        ? `${titles} ${waiting.length === 1 ? 'takes' : 'take'} effect when the data service is restarted. Charts stay as they are.`
        : isFree
          ? `Port ${port} is free again; the API is at port ${address} until a restart.`
          : `Port ${port} is in use by ${holder}, so the API is at port ${address}. End that program and restart, or set another port.`}
      {restart.error && ` It was not restarted: ${restart.error.message}`}
    </Notice>
  );
}

/** Reports that nothing was changed or found; after a search suggests words, groups and the guide. */
function NothingFound(props: {
  text: string;
  values: Readonly<Record<string, unknown>>;
  onSearch: (text: string) => void;
}) {
  const { text, onSearch } = props;
  if (text === '')
    return (
      <Box component="p" className="quiet" p="1rem">
        Every setting has its default.
      </Box>
    );
  const corrected = correctedSearch(text, props.values);
  return (
    <Box p="1rem" className="column gap-8">
      <p role="status">No setting matches “{text}”.</p>
      <div className="row wrap gap-8">
        {corrected !== undefined && (
          <SmallButton onClick={() => onSearch(corrected)}>Search for “{corrected}”</SmallButton>
        )}
        <SmallButton onClick={() => onSearch('')}>Clear the search</SmallButton>
      </div>
      <p className="quiet fine">
        Units, dates and lines of a chart are set at the chart. The{' '}
        <Anchor component={AddressLink} to="/guide/settings" underline="always" inherit>
          guide
        </Anchor>{' '}
        lists all settings; Ctrl-K finds everything else.
      </p>
    </Box>
  );
}

/** All settings as JSON. A mistake is shown with line and column, and nothing is stored. */
function JsonDialog(props: {
  text: string;
  values: Readonly<Record<string, unknown>>;
  onClose: () => void;
  onSave: (changes: Readonly<Record<string, unknown>>) => void;
}) {
  const [text, setText] = useState(props.text);
  const [problem, setProblem] = useState<string>();
  const save = (): void => {
    const read = readSettingsText(text, props.values);
    if ('problem' in read) setProblem(read.problem);
    else props.onSave(read.changes);
  };
  return (
    <Dialog title="Settings as JSON" size={640} onClose={props.onClose}>
      <Textarea
        data-autofocus
        aria-label="Settings as JSON"
        description="A setting that is left out gets its default. There are no secrets in it."
        error={problem}
        value={text}
        spellCheck={false}
        autosize
        minRows={12}
        maxRows={24}
        classNames={{ input: 'mono fine' }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <div className="row gap-8">
        <Button variant="default" className="at-end" onClick={props.onClose}>
          Cancel
        </Button>
        <Button onClick={save}>Save</Button>
      </div>
    </Dialog>
  );
}
