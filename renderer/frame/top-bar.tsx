import {
  ActionIcon,
  Anchor,
  Box,
  Menu,
  Popover,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import {
  IconCheck,
  IconClockCheck,
  IconDeviceDesktop,
  IconMoon,
  IconPlugConnected,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import { sinceText, teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ListAsk, useAppState, useCan, useCatalog, useTeam } from '../api/index.ts';
import { SignedInMember } from '../sign-in/index.ts';
import { CopyText } from './copy-text.tsx';
import styles from './frame.module.css';
import { HelpLink } from './help-link.tsx';
import { useButtonPanel, useFrameParts } from './hooks.ts';
import { NO_VALUE } from './notice.tsx';
import { SearchButton } from './search.tsx';
import { heldDaysText, heldLists, lateNames, lateText, listsText } from './texts.ts';

/** The bar: title, search, then the followed team, freshness, the API's address and the theme. */
export function TopBar(props: {
  title: string;
  datasets: readonly string[];
  series: readonly SeriesChoice[];
  lists: readonly ListAsk[];
  isComing?: boolean;
}) {
  const { SaveHere } = useFrameParts();
  return (
    <header className={`row fixed gap-12 ${styles.bar}`}>
      {/* Fits the longest title if possible, so that the search stays in place. */}
      <Box
        component="h1"
        className="large strong one-line cut"
        lts="-0.006em"
        flex="none"
        w="clamp(5.5rem, 30vw - 1.5rem, 8.25rem)"
      >
        {props.title}
      </Box>
      <SearchButton />
      <div className="row at-end shrink gap-4 not-on-paper">
        {/* Reserves the button's space, so that nothing moves when it loads. */}
        <Suspense fallback={<Box w={28} />}>
          <SaveHere title={props.title} isComing={props.isComing ?? false} />
        </Suspense>
        <TeamChip />
        <FreshnessMenu datasets={props.datasets} series={props.series} lists={props.lists} />
        <ApiAddress />
        <ThemeSwitch />
        <SignedInMember />
      </div>
    </header>
  );
}

const SCHEMES = [
  { scheme: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
  { scheme: 'light', name: 'Light', Icon: IconSun },
  { scheme: 'dark', name: 'Dark', Icon: IconMoon },
] as const;

function ThemeSwitch() {
  // `keepTransitions`: otherwise Mantine would add a style element, which the page's policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { Icon, name } = SCHEMES.find(({ scheme }) => scheme === colorScheme) ?? SCHEMES[0];
  // Inside the bar: below a band, the screen would cut the menu off.
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Appearance: ${name}`} title="Appearance">
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map((one) => (
          <Menu.Item
            key={one.scheme}
            leftSection={<one.Icon size={16} stroke={1.6} />}
            rightSection={one.scheme === colorScheme && <IconCheck size={14} aria-label="chosen" />}
            onClick={() => setColorScheme(one.scheme)}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A panel for other tools: the API's base URL, its documentation, and the way to a key. */
function ApiAddress() {
  const baseUrl = useAppState().data?.base_url;
  const canMakeKeys = useCan('keys');
  const { popover, button, panel } = useButtonPanel();
  if (!baseUrl) return null;
  return (
    <Popover {...popover} width={380} position="bottom-end">
      <Popover.Target>
        <ActionIcon {...button} aria-label="API for other tools" title="API for other tools">
          <IconPlugConnected size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown {...panel}>
        <Text fw={600} mb={4}>
          The same data for other tools
        </Text>
        <Text c="dimmed" fz="xs" mb={8}>
          Python, R, Excel and the shell read what you see here from this address.
        </Text>
        <div className="command well">
          <code>{baseUrl}</code>
          <CopyText value={baseUrl} what="base URL" />
        </div>
        <Text fz="xs" mt={12} c="dimmed">
          Each request carries a key.{' '}
          {canMakeKeys ? (
            <Anchor component={Link} to="/access" underline="always" inherit>
              Make one under API access
            </Anchor>
          ) : (
            'Ask the person who runs the team’s Almanac for one.'
          )}
        </Text>
        <Anchor
          href={`${baseUrl}/docs`}
          target="_blank"
          rel="noreferrer"
          fz="xs"
          mt={12}
          display="inline-block"
        >
          Open the API documentation
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}

const ORIGINS = { publisher: 'publisher', file: 'imported file', sample: 'sample' } as const;

/**
 * The last date of the screen's datasets (of all if it has none) or the days of its lists, and whether any is
 * late. A click lists each dataset's last change and source. A small window shows only the icon.
 */
function FreshnessMenu(props: {
  datasets: readonly string[];
  series: readonly SeriesChoice[];
  lists: readonly ListAsk[];
}) {
  const { datasets, lists } = props;
  const all = useCatalog().data?.datasets;
  const { popover, button, panel } = useButtonPanel();
  if (!all) return null;
  const shown = datasets.length === 0 ? all : all.filter(({ id }) => datasets.includes(id));
  const late = lateNames(shown, props.series);
  const range = lists.length > 0 ? listsText(lists) : heldDaysText(shown);
  const text = late === '' ? range : `${range}, ${late}`;
  return (
    <Popover {...popover} position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          {...button}
          className={`rounded hovers row shrink gap-6 quiet fine one-line ${styles.fresh}`}
          aria-label={text}
          title={text}
        >
          <span
            className={`fixed ${styles.dot}`}
            data-sample={shown.some(({ origin }) => origin === 'sample') || undefined}
            data-late={late !== '' || undefined}
            data-none={shown.every(isUnjudged) || undefined}
          />
          <IconClockCheck size={18} stroke={1.6} aria-hidden className={styles.freshIcon} />
          <span className={`cut ${styles.freshText}`}>{text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown {...panel} maw="calc(100vw - 1rem)">
        <Text fw={600} mb={4}>
          Data freshness
        </Text>
        <div className={styles.freshScroll}>
          <table className="fine">
            <thead>
              <tr>
                <th scope="col">Dataset</th>
                <th scope="col">Last date</th>
                <th scope="col">Changed here</th>
                <th scope="col">Origin</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((dataset) => (
                <FreshRows key={dataset.id} dataset={dataset} />
              ))}
            </tbody>
          </table>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** True if freshness is unknown: there are no data, or the publisher has no calendar. */
const isUnjudged = ({ origin, freshness }: CatalogDataset) =>
  origin === null || freshness?.state === 'unscheduled';

/** A dataset's rows: one, or one for each index or fund with stored lists. */
function FreshRows({ dataset }: { dataset: CatalogDataset }) {
  const lists = heldLists(dataset).map(({ code, title, last_date, lists: [newest] = [] }) => ({
    ...{ id: code, title, last_date, origin: newest?.origin ?? null },
  }));
  return (lists.length > 0 ? lists : [dataset]).map(({ id, title, last_date, origin }) => (
    <tr key={id}>
      <th scope="row">{title}</th>
      <td>{shownDate(last_date ?? 'none')}</td>
      <td>{dataset.last_update ? minuteText(dataset.last_update) : 'never'}</td>
      <td>{origin ? ORIGINS[origin] : 'none'}</td>
      <td>{lateText([dataset]) || (dataset.freshness?.state ?? NO_VALUE)}</td>
    </tr>
  ));
}

/** The state of a team's copied data; a click shows details and the next step. Hidden for own data. */
function TeamChip() {
  const team = useTeam();
  const { popover, button, panel } = useButtonPanel();
  if (!team) return null;
  const { address, state } = team;
  // Before the first answer `askedAt` is 0.
  const nowMs = team.askedAt || Date.now();
  const text = teamText(state, nowMs);
  const since = (instant: string) => sinceText(instant, nowMs);
  const facts: [string, string | number][] = [['Address', address]];
  if (state)
    facts.push(
      ['Version', state.version === state.head ? state.version : `${state.version} of ${state.head}`],
      ['State', `${state.state}, since ${since(state.since)}`],
      ['Last answer', state.lastAnswer === null ? 'none yet' : since(state.lastAnswer)],
    );
  return (
    <>
      <Popover {...popover} width={380} position="bottom-end">
        <Popover.Target>
          <UnstyledButton
            {...button}
            className={`rounded hovers row gap-6 quiet fine one-line ${styles.fresh}`}
            aria-label={text}
            title={text}
          >
            <span
              className={styles.dot}
              data-sample={state?.state === 'catching up' || undefined}
              data-none={state === undefined || state.state === 'offline' || undefined}
              data-late={state?.state === 'refused' || undefined}
            />
            <IconUsers size={18} stroke={1.6} aria-hidden className={styles.freshIcon} />
            <span className={styles.freshText}>{text}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown {...panel} maw="calc(100vw - 1rem)">
          <div className="row gap-4">
            <Text fw={600}>The data of a team</Text>
            <HelpLink to="/guide/team#what-the-top-bar-says" about="the states of a team's data" />
          </div>
          <div className={styles.freshScroll}>
            <table className="fine">
              <tbody>
                {facts.map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row" className="quiet">
                      {name}
                    </th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {state?.reason !== undefined && (
            <Text fz="xs" mb={8} className={state.state === 'refused' ? 'error' : undefined}>
              {state.reason}
            </Text>
          )}
          <Text fz="xs" c="dimmed">
            {teamAdvice(state, nowMs)}
          </Text>
          <Anchor
            component={Link}
            to="/settings"
            search={{ group: 'data' } as never}
            underline="always"
            fz="xs"
            mt={12}
            display="inline-block"
          >
            Data from: settings
          </Anchor>
        </Popover.Dropdown>
      </Popover>
      {/* Without seconds, which a screen reader would read out again and again. */}
      <span className="unseen" role="status">
        {state && state.state !== 'current' && text}
      </span>
    </>
  );
}
