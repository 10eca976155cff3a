import { Box } from '@mantine/core';
import { CopyText } from '../frame/index.ts';

/** A command or an address under a label, with a button that copies it. @param props.isLong it has several lines */
export function CommandField(props: { label: string; value: string; what: string; isLong?: boolean }) {
  return (
    <div>
      <div className="label">{props.label}</div>
      <div className="command well">
        {props.isLong ? (
          <Box component="pre" className="fill fine mono breaks" style={{ whiteSpace: 'pre-wrap' }}>
            {props.value}
          </Box>
        ) : (
          <code>{props.value}</code>
        )}
        <CopyText value={props.value} what={props.what} />
      </div>
    </div>
  );
}
