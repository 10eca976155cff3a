import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ApiKeyLine, ApiKeys } from '../../service/contract/access.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import styles from './access.module.css';
import { clientName } from './client-name.ts';
import { keyState, maskedKey } from './key-line.ts';
import { type KeyDialog, KeyMenu } from './key-menu.tsx';
import { Moment } from './moment.tsx';
import { daysSince, relativeText } from './times.ts';
import type { CopyKey } from './use-copy-key.ts';
import { UseMeter } from './use-meter.tsx';

/** One key: its label, its state, who used it last, and its usage against the limits. */
export function KeyRow(props: {
  line: ApiKeyLine;
  limits: ApiKeys['limits'];
  now: number;
  isFound: boolean;
  copyKey: CopyKey;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  const { line, now, limits } = props;
  const isRevoked = line.revoked_at !== null;
  return (
    <tr data-revoked={isRevoked || undefined} data-found={props.isFound || undefined}>
      <th scope="row">
        <span className={`cut block ${styles.keyLabel}`}>{line.label}</span>
        <div className={`row gap-4 quiet fine ${styles.masked}`}>
          <code className="mono">{maskedKey(line)}</code>
          {!isRevoked && line.is_kept && <CopyIcon line={line} copyKey={props.copyKey} />}
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
      <td>{!isRevoked && <UseMeter used={line.today} limit={limits.day} what={`${line.label}, today`} />}</td>
      <td>
        {!isRevoked && (
          <UseMeter used={line.this_minute} limit={limits.minute} what={`${line.label}, this minute`} />
        )}
      </td>
      <td>
        <Moment iso={line.created_at} now={now} />
      </td>
      <td className={styles.menuCell}>
        <KeyMenu line={line} onCopy={props.copyKey.copy} onOpen={props.onOpen} />
      </td>
    </tr>
  );
}

function CopyIcon({ line, copyKey }: { line: ApiKeyLine; copyKey: CopyKey }) {
  const isCopied = copyKey.copied === line.id;
  return (
    <Tooltip label={isCopied ? 'Copied' : 'Copy key'}>
      <ActionIcon size={22} aria-label={`Copy the key “${line.label}”`} onClick={() => copyKey.copy(line)}>
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
