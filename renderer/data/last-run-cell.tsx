import { minuteText } from '../../service/calendar/dates.ts';
import type { DatasetSchedule } from '../../service/contract/data-state.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { NO_VALUE } from '../frame/index.ts';
import styles from './data.module.css';
import { changesText, checkedText, runOrigin } from './describe.ts';

/** The last run of a dataset: when, how, from where, and what it changed. */
export function LastRunCell({ schedule }: { schedule: DatasetSchedule | undefined }) {
  const run = schedule?.last_run;
  const checked = schedule ? checkedText(schedule) : '';
  if (!run) return <td data-label="Last run">{checked || NO_VALUE}</td>;
  const { what, from } = runOrigin(run);
  const words = [
    from === '' ? what : `${what} from ${from}`,
    ...(run.kind === 'sample' ? [] : [changesText(run)]),
    ...(checked === '' ? [] : [checked]),
  ];
  return (
    <td className={styles.run} data-label="Last run">
      {minuteText(run.fetched_at)}
      <div className="sub" title={run.location}>
        {words.map((word) => (
          <div key={word} className="cut">
            {word}
          </div>
        ))}
      </div>
    </td>
  );
}

/**
 * @returns why the newest attempt failed, the schedule's with the time of its next one; `undefined` where it did not fail.
 */
export function failureText(
  schedule: DatasetSchedule | undefined,
  job: HostJob | undefined,
): string | undefined {
  if (job?.state === 'running') return undefined;
  const next = schedule?.next_refresh ? ` Next try at ${minuteText(schedule.next_refresh)}.` : '';
  if (schedule?.failed_at) return `Failed at ${minuteText(schedule.failed_at)}. ${schedule.failure}${next}`;
  return job?.state === 'failed' ? (job.message ?? undefined) : undefined;
}
