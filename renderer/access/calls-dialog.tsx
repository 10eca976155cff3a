import { Button, Skeleton } from '@mantine/core';
import type { ApiCall, ApiKeyLine } from '../../service/contract/access.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useKeyCalls } from '../api/index.ts';
import { NO_VALUE } from '../frame/index.ts';
import { tookText } from '../programs/index.ts';
import { AccessDialog } from './access-dialog.tsx';
import { clientName } from './client-name.ts';
import styles from './dialog.module.css';
import { Hint } from './hint.tsx';
import { clockText, utcText } from './times.ts';

/** The last fifty requests with a key, updated as new ones arrive. */
export function CallsDialog({ line, onClose }: { line: ApiKeyLine; onClose: () => void }) {
  const { data, error, refetch } = useKeyCalls(line.id, 2_000);
  return (
    <AccessDialog title={`Recent calls of “${line.label}”`} size="56rem" onClose={onClose}>
      {error && !data && (
        <Hint
          tone="failure"
          action={
            <Button variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          The calls could not be loaded: {error.message}
        </Hint>
      )}
      {!data && !error && <Skeleton height={160} />}
      {data && (data.calls.length === 0 ? <NoCalls line={line} /> : <CallTable calls={data.calls} />)}
      <p className="quiet fine">
        The last fifty since the service started. They are kept in memory only. Times are in UTC.
      </p>
    </AccessDialog>
  );
}

function NoCalls({ line }: { line: ApiKeyLine }) {
  return (
    <p>
      {line.last_used_at === null
        ? 'No request was made with this key yet.'
        : `No request since the service started. The last one before: ${utcText(line.last_used_at)}.`}
    </p>
  );
}

function CallTable({ calls }: { calls: readonly ApiCall[] }) {
  return (
    // A region that scrolls has to be reached by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`framed ${styles.calls}`} aria-label="Calls" tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Path</th>
            <th scope="col" className="to-right">
              Status
            </th>
            <th scope="col" className="to-right">
              Rows
            </th>
            <th scope="col" className="to-right">
              Took
            </th>
            <th scope="col">Client</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call, i) => (
            // Calls have no id, and two may have the same millisecond.
            // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest call, so that it stays the same
            <tr key={calls.length - i}>
              <td title={utcText(call.at)}>{clockText(call.at)}</td>
              <td className={`cut mono ${styles.path}`}>{call.path}</td>
              <td className="to-right">
                <span className={`medium ${call.status >= 400 ? 'error' : 'good'}`}>{call.status}</span>
              </td>
              <td className="to-right">{call.rows === null ? NO_VALUE : groupDigits(String(call.rows))}</td>
              <td className="to-right">{tookText(call.took_ms)}</td>
              <td className={`cut ${styles.client}`} title={call.client ?? undefined}>
                {call.client === null ? NO_VALUE : clientName(call.client)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
