import { ActionIcon, Box, CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useId } from 'react';
import type { SettingRow } from '../../service/contract/settings.ts';
import { usualShell } from '../../service/contract/shell.ts';
import { useCan } from '../api/index.ts';
import { commandOf } from './commands.ts';
import { isChanged, settingText } from './find-settings.ts';
import { SettingControl } from './setting-control.tsx';

/** A setting: what it does, its control, whether it was changed and what its default is, and where it is kept. */
export function SettingLine(props: {
  row: SettingRow;
  value: unknown;
  /** The service does not have the value yet. */
  isWaiting: boolean;
  /** null takes the default again. */
  onSet: (value: unknown) => void;
}) {
  const { row, value, onSet } = props;
  const id = useId();
  const isOnComputer = useCan('computer');
  const wasChanged = isChanged(row, value);
  return (
    <Box
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="row wrap gap-8-12 ruled"
      p="0.625rem 1rem"
      data-setting={row.name}
      data-changed={wasChanged || undefined}
    >
      <Box flex="1 1 18rem" className="shrink">
        <Box component="h3" id={id} className="medium" fz="md">
          {wasChanged && (
            <span className="accent" title="Changed">
              <span aria-hidden>● </span>
              <span className="unseen">Changed: </span>
            </span>
          )}
          {row.title}
        </Box>
        <p className="sub">{row.text}</p>
        {isOnComputer && (
          <p className="sub row wrap gap-4">
            <span>kept in {row.keptIn}</span>
            {row.isOnRestart && (
              <span> · {props.isWaiting ? 'waits for a restart' : 'takes effect on restart'}</span>
            )}
            <CopyButton value={commandOf(row, value, usualShell(navigator.platform))} timeout={1500}>
              {({ copied, copy }) => (
                <>
                  ·
                  <UnstyledButton
                    className="hovers rounded accent"
                    fz="xs"
                    px={4}
                    aria-label={`Copy as command: ${row.title}`}
                    onClick={copy}
                  >
                    {copied ? 'Copied' : 'Copy as command'}
                  </UnstyledButton>
                  <span className="unseen" role="status">
                    {copied ? 'Copied' : ''}
                  </span>
                </>
              )}
            </CopyButton>
          </p>
        )}
      </Box>
      <SettingControl row={row} value={value} onSet={onSet} />
      <Box w="11rem" className="row gap-4 fine quiet">
        {wasChanged && (
          <>
            <span className="cut one-line grow" title={settingText(row, row.default)}>
              default {settingText(row, row.default)}
            </span>
            <Tooltip label="Take the default again">
              <ActionIcon aria-label={`Reset ${row.title}`} onClick={() => onSet(null)}>
                <IconArrowBackUp size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </Box>
    </Box>
  );
}
