import { Box, Flex, Loader } from '@mantine/core';
import type { TryAnswer } from '../../service/contract/access.ts';
import {
  bytesText,
  Lines,
  rateLeftText,
  readableBody,
  shownHeaders,
  statusText,
  tookText,
} from '../programs/index.ts';
import { CommandField } from './command-field.tsx';
import { Hint } from './hint.tsx';

/** The request as a curl command, and the response. */
export function TryAnswerView(props: {
  command: string;
  path: string;
  answer: TryAnswer | undefined;
  error: string | undefined;
  isPending: boolean;
}) {
  const { answer } = props;
  return (
    <div className="column shrink gap-8">
      <CommandField label="Request" value={props.command} what="request as curl" />
      {props.error && <Hint tone="failure">{props.error}</Hint>}
      <Flex component="p" wrap="wrap" align="center" rowGap={4} columnGap={12} mih="1.375rem" role="status">
        {props.isPending && <Loader size={14} aria-hidden />}
        {answer && !props.isPending && <AnswerLine answer={answer} />}
      </Flex>
      {answer ? (
        <Body answer={answer} />
      ) : (
        <Box className="rounded center fill quiet" mih="8rem" bd="1px dashed var(--line)">
          The response appears here: status, headers, body.
        </Box>
      )}
    </div>
  );
}

function AnswerLine({ answer }: { answer: TryAnswer }) {
  const left = rateLeftText(answer.headers);
  return (
    <>
      <span className="chip one-line" data-tone={answer.status < 400 ? 'active' : 'lost'}>
        {statusText(answer.status)}
      </span>
      <span>{tookText(answer.took_ms)}</span>
      <span>{bytesText(answer.bytes)}</span>
      {left !== undefined && <span className="quiet">{left}</span>}
    </>
  );
}

function Body({ answer }: { answer: TryAnswer }) {
  const text = readableBody(answer);
  return (
    <>
      <dl className="fine mono">
        {shownHeaders(answer.headers).map(([name, value]) => (
          <div key={name} className="flex gap-10">
            <Box component="dt" className="quiet" flex="0 0 9.5rem">
              {name}
            </Box>
            <dd className="shrink breaks">{value}</dd>
          </div>
        ))}
      </dl>
      <Lines name="Body" text={text} what="body" />
      {answer.is_cut && (
        <p className="quiet fine">
          Cut: only the first 64 KiB of {bytesText(answer.bytes)} are shown. Other tools get all of it.
        </p>
      )}
    </>
  );
}
