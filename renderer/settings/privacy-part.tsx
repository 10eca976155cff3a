import { Box, Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { minuteText } from '../../service/calendar/dates.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';
import { allOutgoing, useOutgoing, useTeam } from '../api/index.ts';
import { HelpLink, LoadFailed, sizeText, TakeTable } from '../frame/index.ts';
import { ledgerCsv, ledgerTabs, ledgerWords, pageWords } from './ledger-text.ts';

/** So high that the page buttons below stay in sight. */
const LIST_STYLE = { maxHeight: 'max(12rem, calc(100vh - 22.5rem))' };
const HEADS = ['Time', 'Host', 'Purpose', 'Answer', 'Sent', 'Received'] as const;

/** What has left this computer: each request, with its exact headers. */
export function PrivacyPart() {
  /** The ids before which the pages end that were turned; none: the newest requests are shown. */
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
          telemetry, no look for updates.
        </p>
      )}
      {data && data.requests.length > 0 && (
        // A region that scrolls has to be reached by keyboard.
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
          <Button
            variant="default"
            size="compact-sm"
            disabled={turned.length === 0}
            onClick={() => setTurned(turned.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={last === undefined || data.newer + data.requests.length >= data.total}
            loading={isPlaceholderData}
            onClick={() => last !== undefined && setTurned([...turned, last])}
          >
            Older
          </Button>
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
