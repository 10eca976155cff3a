import { ActionIcon, CopyButton, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** A button that copies `value` and says that it did. @param props.what the name of what is copied */
export function CopyText({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
            <ActionIcon size={26} onClick={copy} aria-label={copied ? 'Copied' : `Copy ${what}`}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{copied ? `Copied: ${what}` : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}
