import { Box, Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { minuteText } from '../../service/calendar/dates.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';
import { useOutgoing } from '../api/index.ts';
import { LoadFailed, sizeText, TakeTable } from '../frame/index.ts';
import { ledgerCsv, ledgerTabs, ledgerWords } from './ledger-text.ts';

const HEADS = ['Time, UTC', 'Host', 'Purpose', 'Answer', 'Sent', 'Received'] as const;

/** What has left this computer: each request, with its exact headers. */
export function PrivacyPart() {
  const { data, error, refetch } = useOutgoing();
  const [open, setOpen] = useState<number>();
  return (
    <Box p="0.75rem 1rem" className="column gap-8">
      <div className="row wrap gap-8 spread">
        <h2 className="heading">What has left this computer</h2>
        <TakeTable
          what="the requests"
          texts={
            data && {
              tabs: ledgerTabs(data.requests),
              csv: () => ledgerCsv(data.requests),
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
          <span className="strong">{ledgerWords(data)}</span> Almanac fetches data from publishers and does
          nothing else on the network: no telemetry, no look for updates.
        </p>
      )}
      {data && data.requests.length > 0 && (
        // A region that scrolls has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className="slides scrolls" style={{ maxHeight: '60vh' }} aria-label="Requests" tabIndex={0}>
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
        <p className="sub">
          The newest {data.requests.length} of {data.total} are listed.
        </p>
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
