import { Box, Button, CopyButton, Loader, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useDiagnostics } from '../api/index.ts';

/** The service's diagnostic report: the user can read it before copying it. */
export function Diagnostics() {
  const { data: text, error } = useDiagnostics(true);
  return (
    <div className="column gap-12">
      <div className="flex start spread gap-16">
        <div>
          <Box component="h2" className="heading" mb="0.125rem">
            Something wrong?
          </Box>
          <Text c="dimmed" fz="xs">
            Send this report along. It has versions, ports, files and the last lines of the log; no keys, and
            no values of your data.
          </Text>
        </div>
        <CopyButton value={text ?? ''} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              flex="none"
              size="xs"
              onClick={copy}
              disabled={text === undefined}
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
              aria-live="polite"
            >
              {copied ? 'Copied' : 'Copy diagnostics'}
            </Button>
          )}
        </CopyButton>
      </div>
      {text === undefined ? (
        <div className="row gap-8 quiet fine">
          {error ? (
            <Text fz="sm">The report could not be made: {error.message}</Text>
          ) : (
            <>
              <Loader size={14} /> Looking at the files …
            </>
          )}
        </div>
      ) : (
        <Box
          component="section"
          className="well small mono breaks"
          mah="min(24rem, 55vh)"
          p="0.625rem 0.75rem"
          lh={1.5}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}
          tabIndex={0}
          aria-label="Diagnostics"
        >
          {text}
        </Box>
      )}
    </div>
  );
}
