import { ActionIcon, Box, Progress, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ApiKeyLine, ApiKeys } from '../../service/contract/access.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import styles from './access.module.css';
import { clientName } from './client-name.ts';
import { type KeyAge, keyName, keyState, maskedKey } from './key-line.ts';
import { type KeyDialog, KeyMenu } from './key-menu.tsx';
import { daysSince, relativeText, utcText } from './times.ts';
import type { CopyKey } from './use-copy-key.ts';

/** One key: its label, its state, who used it last, and its usage against the limits. */
export function KeyRow(props: {
  line: ApiKeyLine;
  age: KeyAge | undefined;
  limits: ApiKeys['limits'];
  now: number;
  isFound: boolean;
  copyKey: CopyKey;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  const { line, age, now, limits } = props;
  const name = keyName(line, age);
  const plainName = age === undefined ? line.label : `${line.label} (${age})`;
  const isRevoked = line.revoked_at !== null;
  return (
    <tr data-revoked={isRevoked || undefined} data-found={props.isFound || undefined}>
      <th scope="row">
        <div className={`row gap-6 ${styles.keyLabel}`}>
          <span className="cut">{line.label}</span>{' '}
          {age && (
            <span
              className="chip one-line"
              data-tone={age === 'newer' ? 'active' : 'idle'}
              title={`${age === 'newer' ? 'The newest' : 'An older one'} of several valid keys with this label`}
            >
              {age}
            </span>
          )}
        </div>
        <div className={`row gap-4 quiet fine ${styles.masked}`}>
          <code className="mono">{maskedKey(line)}</code>
          {!isRevoked && line.is_kept && <CopyIcon line={line} name={name} copyKey={props.copyKey} />}
          {!isRevoked && !line.is_kept && (
            <Box
              component="span"
              className="quiet"
              ml={6}
              title="Made on the command line, or it could not be kept: it cannot be copied again."
            >
              not kept here
            </Box>
          )}
        </div>
        {line.is_for_fred && (
          <div className={`quiet fine ${styles.masked}`}>FRED’s clients only: /fred and /graph</div>
        )}
      </th>
      <td>
        <StateChip line={line} now={now} />
      </td>
      <td>
        {line.last_used_at === null ? (
          <span className="quiet">Never</span>
        ) : (
          <Moment iso={line.last_used_at} now={now} />
        )}
        <div className="sub" title={line.last_client ?? undefined}>
          {line.last_client !== null && clientName(line.last_client)}
        </div>
      </td>
      <td>{!isRevoked && <UseMeter used={line.today} limit={limits.day} what={`${plainName}, today`} />}</td>
      <td>
        {!isRevoked && (
          <UseMeter used={line.this_minute} limit={limits.minute} what={`${plainName}, this minute`} />
        )}
      </td>
      <td>
        <Moment iso={line.created_at} now={now} />
      </td>
      <td className={styles.menuCell}>
        <KeyMenu line={line} name={name} onCopy={props.copyKey.copy} onOpen={props.onOpen} />
      </td>
    </tr>
  );
}

function CopyIcon({ line, name, copyKey }: { line: ApiKeyLine; name: string; copyKey: CopyKey }) {
  const isCopied = copyKey.copied === line.id;
  return (
    <Tooltip label={isCopied ? 'Copied' : 'Copy key'}>
      <ActionIcon size={22} aria-label={`Copy the key ${name}`} onClick={() => copyKey.copy(line)}>
        {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}

function StateChip({ line, now }: { line: ApiKeyLine; now: number }) {
  const state = keyState(line, now);
  const text = {
    active: 'Active',
    unused: 'Never used',
    idle: `Idle ${countOf(daysSince(line.last_used_at ?? line.created_at, now), 'day')}`,
    revoked: 'Revoked',
  }[state];
  return (
    <>
      <span className="chip one-line" data-tone={state}>
        <span aria-hidden />
        {text}
      </span>
      {line.revoked_at !== null && <div className="sub">{relativeText(line.revoked_at, now)}</div>}
    </>
  );
}

/** A time such as '3 days ago', with the exact time (UTC) as its title. */
function Moment({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={utcText(iso)}>
      {relativeText(iso, now)}
    </time>
  );
}

/** How much of a limit is used, as numbers and as a bar. @param props.what 'Excel, today' */
function UseMeter({ used, limit, what }: { used: number; limit: number; what: string }) {
  const share = limit > 0 ? Math.min(100, (100 * used) / limit) : 0;
  return (
    <div className={styles.meter}>
      <Box component="span" className="fine block" mb="0.25rem">
        {groupDigits(String(used))}
        <span className="quiet"> / {groupDigits(String(limit))}</span>
      </Box>
      <Progress.Root size={4}>
        <Progress.Section
          value={share}
          color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'accent'}
          aria-label={`${what}: ${used} of ${limit} requests`}
        />
      </Progress.Root>
    </div>
  );
}
