import { Box, Skeleton } from '@mantine/core';
import { usePublisherKeys } from '../api/index.ts';
import { LoadFailed } from '../frame/index.ts';
import styles from './access.module.css';
import { PublisherRow } from './publisher-row.tsx';

/** The user's own keys of publishers: which are set, and what they are used for. A key is never shown. */
export function PublisherKeysCard({ now, announce }: { now: number; announce: (text: string) => void }) {
  const { data, error, refetch } = usePublisherKeys();
  return (
    <section className="card" aria-labelledby="publishers-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="publishers-heading">
          Publishers’ keys
        </h2>
        <span className="fill quiet fine">
          Your own keys of publishers. Each is sent to its publisher only. All are optional: every refresh
          works without one.
        </span>
      </div>
      {error && !data && (
        <LoadFailed onRetry={() => void refetch()}>
          The publishers’ keys could not be loaded: {error.message}
        </LoadFailed>
      )}
      {!data && !error && <Skeleton height={150} m="sm" width="auto" />}
      {data && (
        <Box className="slides">
          <table className={`data-table ${styles.table}`} aria-label="Publishers’ keys">
            <thead>
              <tr>
                <th scope="col">Publisher</th>
                <th scope="col">State</th>
                <th scope="col">Used for</th>
                <th scope="col">
                  <span className="unseen">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.keys.map((key) => (
                <PublisherRow key={key.publisher} publisherKey={key} now={now} announce={announce} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </section>
  );
}
