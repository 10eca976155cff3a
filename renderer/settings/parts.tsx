import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { minuteText, shownDayOf } from '../../service/calendar/dates.ts';
import type { OutgoingRequest, OutgoingRequests } from '../../service/contract/preferences.ts';
import { usualShell } from '../../service/contract/shell.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { csvCell, guardFormula } from '../../service/series-math/spreadsheet-cells.ts';
import {
  allOutgoing,
  openDataFolder,
  useFileSettings,
  useOutgoing,
  useStorage,
  useTeam,
} from '../api/index.ts';
import {
  CommandLine,
  CopyText,
  HelpLink,
  LoadFailed,
  SmallButton,
  sizeText,
  TakeTable,
} from '../frame/index.ts';
import { GROUPS } from './groups.ts';
import { moveCommands } from './setting-values.ts';

/** The data folder: its path, the sizes of its files, and how to move it. The desktop app can open it. */
export function FolderPart() {
  const folder = useFileSettings().data?.folder;
  const { data: storage } = useStorage();
  const [isOpened, setOpened] = useState(true);
  const open = openDataFolder();
  if (folder === undefined) return <Skeleton height={120} m="sm" width="auto" />;
  const backUps = storage?.back_ups ?? [];
  const sizes = [
    ...(storage?.files.map(({ file, bytes }) => `${file} ${sizeText(bytes)}`) ?? []),
    ...(backUps.length > 0
      ? [`${backUps.length} back-ups ${sizeText(backUps.reduce((sum, { bytes }) => sum + bytes, 0))}`]
      : []),
  ];
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <h2 className="heading">{GROUPS.folder}</h2>
      <div className="row gap-4">
        <code className="breaks">{folder}</code>
        <CopyText value={folder} what="path" />
        {open && <SmallButton onClick={() => void open().then(setOpened)}>Open</SmallButton>}
      </div>
      {!isOpened && (
        <p className="error" role="alert">
          The system did not open it. Copy the path instead.
        </p>
      )}
      <p className="sub">{sizes.join(' · ')}</p>
      <p>To move it, end Almanac, move the folder, and open it at its new place:</p>
      <CommandLine>{moveCommands(folder, usualShell(navigator.platform))}</CommandLine>
    </Box>
  );
}

/** The height that keeps the page buttons below visible. */
const LIST_STYLE = { maxHeight: 'max(12rem, calc(100vh - 22.5rem))' };
const HEADS = ['Time', 'Host', 'Purpose', 'Answer', 'Sent', 'Received'] as const;

/** The requests that left this computer, with their exact headers. */
export function PrivacyPart() {
  /** For each older page, the request id before which it ends; empty: the newest page shows. */
  const [turned, setTurned] = useState<readonly number[]>([]);
  const { data, error, refetch, isPlaceholderData } = useOutgoing(String(turned.at(-1) ?? ''));
  const [open, setOpen] = useState<number>();
  const team = useTeam();
  const last = data?.requests.at(-1)?.id;
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <div className="row wrap gap-8 spread">
        <div className="row gap-4">
          <h2 className="heading">What has left this computer</h2>
          <HelpLink to="/guide/files#what-leaves-this-computer" about="what leaves this computer" />
        </div>
        <TakeTable
          what="the requests that are listed"
          texts={
            data && {
              tabs: ledgerTabs(data.requests),
              csv: async () => ledgerCsv(await allOutgoing()),
              fileName: 'Almanac, what left this computer.csv',
            }
          }
        />
      </div>
      {error && !data && (
        <LoadFailed onRetry={() => void refetch()}>
          The requests could not be loaded. {error.message}
        </LoadFailed>
      )}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <p>
          <span className="strong">{ledgerWords(data)}</span> Almanac fetches data from{' '}
          {team ? `the team at ${team.address}` : 'publishers'} and does nothing else on the network: no
          telemetry, no update checks.
        </p>
      )}
      {data && data.requests.length > 0 && (
        // A scrolling region must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className="slides scrolls" style={LIST_STYLE} aria-label="Requests" tabIndex={0}>
          <table className="data-table" aria-label="What has left this computer">
            <thead>
              <tr>
                {HEADS.map((head, at) => (
                  <th key={head} scope="col" className={at > 3 ? 'to-right' : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.requests.map((request) => (
                <Line
                  key={request.id}
                  request={request}
                  isOpen={request.id === open}
                  onToggle={() => setOpen(request.id === open ? undefined : request.id)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data && data.total > data.requests.length && (
        <div className="row gap-8">
          <p className="sub" role="status">
            {pageWords(data)}. The CSV has all of them.
          </p>
          <SmallButton disabled={turned.length === 0} onClick={() => setTurned(turned.slice(0, -1))}>
            Newer
          </SmallButton>
          <SmallButton
            disabled={last === undefined || data.newer + data.requests.length >= data.total}
            loading={isPlaceholderData}
            onClick={() => last !== undefined && setTurned([...turned, last])}
          >
            Older
          </SmallButton>
        </div>
      )}
    </Box>
  );
}

function Line(props: { request: OutgoingRequest; isOpen: boolean; onToggle: () => void }) {
  const { request, isOpen } = props;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Fragment>
      <tr>
        <td>{minuteText(request.at)}</td>
        <th scope="row">
          <UnstyledButton
            className="row gap-4 hovers rounded"
            aria-expanded={isOpen}
            onClick={props.onToggle}
          >
            <Chevron size={14} aria-hidden />
            {new URL(request.url).host}
          </UnstyledButton>
        </th>
        <td>{request.purpose}</td>
        <td>{request.problem ?? request.status}</td>
        <td className="to-right">{request.sent_bytes === 0 ? '0' : sizeText(request.sent_bytes)}</td>
        <td className="to-right">{request.received_bytes === 0 ? '0' : sizeText(request.received_bytes)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={HEADS.length}>
            <Box component="pre" m={0} className="mono fine breaks" style={{ whiteSpace: 'pre-wrap' }}>
              {[
                `${request.method} ${request.url}`,
                ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              ].join('\n')}
            </Box>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const COLUMNS = [
  'at',
  'method',
  'url',
  'purpose',
  'dataset',
  'status',
  'problem',
  'sent_bytes',
  'received_bytes',
] as const;

/** @returns the number of requests, and of those to anyone but publishers. */
export function ledgerWords({
  total,
  elsewhere,
  since,
}: Pick<OutgoingRequests, 'total' | 'elsewhere' | 'since'>): string {
  const to = `${count(elsewhere)} ${elsewhere === 1 ? 'request' : 'requests'} to anyone but publishers`;
  if (since === null) return `${to}. Nothing has left this computer yet.`;
  return `${to}, ${count(total)} in all since ${shownDayOf(since)}.`;
}

const count = (number: number): string => groupDigits(String(number));

/** @returns a page's place among all requests: '251 to 500 of 7,123'. */
export function pageWords({ requests, newer, total }: OutgoingRequests): string {
  return `${count(newer + 1)} to ${count(newer + requests.length)} of ${count(total)}`;
}

/** @returns the requests as CSV (RFC 4180) with all columns; the headers are JSON. */
export function ledgerCsv(requests: readonly OutgoingRequest[]): string {
  const lines = [[...COLUMNS, 'headers'], ...requests.map(cellsOf)];
  return lines.map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`).join('');
}

/** @returns the requests tab-separated, for the clipboard. */
export function ledgerTabs(requests: readonly OutgoingRequest[]): string {
  const lines = [[...COLUMNS, 'headers'], ...requests.map(cellsOf)];
  return lines.map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]/g, ' ')).join('\t')).join('\n');
}

function cellsOf(request: OutgoingRequest): string[] {
  // `problem` may contain text from a publisher.
  return [
    ...COLUMNS.map((name) => guardFormula(String(request[name] ?? ''))),
    JSON.stringify(request.headers),
  ];
}
