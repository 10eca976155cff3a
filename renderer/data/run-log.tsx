import { useRunLog } from '../api/index.ts';
import styles from './data.module.css';
import { changesText, minuteText, runOrigin } from './describe.ts';

/** The newest imports and refreshes, newest first. @param props.titles of the datasets, by id */
export function RunLog({ titles }: { titles: ReadonlyMap<string, string> }) {
  const runs = (useRunLog().data ?? []).filter(({ kind }) => kind !== 'sample');
  return (
    <section className={styles.card} aria-labelledby="run-log">
      <h2 id="run-log" className={styles.heading}>
        Log of runs
      </h2>
      {runs.length === 0 ? (
        <p className={styles.empty}>
          No import or refresh yet. Each one is listed here with where its data came from and what it changed.
        </p>
      ) : (
        // A region that scrolls has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={styles.log} aria-label="Runs" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Dataset</th>
                <th scope="col">How</th>
                <th scope="col">From</th>
                <th scope="col">Changes</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <td>{minuteText(run.fetched_at)}</td>
                  <td>{titles.get(run.dataset) ?? run.dataset}</td>
                  <td>{runOrigin(run).what}</td>
                  <td className={styles.from} title={run.location}>
                    {runOrigin(run).from}
                  </td>
                  <td>{changesText(run)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
