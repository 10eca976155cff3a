import { Box, Loader } from '@mantine/core';
import type { TryAnswer } from '../../service/contract/access.ts';
import { CopyText } from '../frame/index.ts';
import chips from './access.module.css';
import { CommandField } from './command-field.tsx';
import { Hint } from './hint.tsx';
import styles from './try.module.css';
import { bytesText, leftText, readableBody, shownHeaders, statusText, tookText } from './try-answer.ts';

/** The request as a command, and what came back. */
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
      <p className={`row wrap no-margin ${styles.line}`} role="status">
        {props.isPending && <Loader size={14} aria-hidden />}
        {answer && !props.isPending && <AnswerLine answer={answer} />}
      </p>
      {answer ? (
        <Body answer={answer} />
      ) : (
        <Box className="rounded center fill quiet" mih="8rem" bd="1px dashed var(--line)">
          The answer stands here: status, headers, body.
        </Box>
      )}
    </div>
  );
}

function AnswerLine({ answer }: { answer: TryAnswer }) {
  const left = leftText(answer.headers);
  return (
    <>
      <span
        className={`gap-6 quiet fine medium one-line ${chips.chip}`}
        data-tone={answer.status < 400 ? 'active' : 'lost'}
      >
        {statusText(answer.status)}
      </span>
      <span>{tookText(answer.took_ms)}</span>
      <span>{bytesText(answer.bytes)}</span>
      {left !== undefined && <span className={styles.quiet}>{left}</span>}
    </>
  );
}

function Body({ answer }: { answer: TryAnswer }) {
  const text = readableBody(answer);
  return (
    <>
      <dl className={`no-margin fine mono ${styles.headers}`}>
        {shownHeaders(answer.headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Box pos="relative">
        {/* A region that scrolls has to be reached by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={`well ${styles.body}`} aria-label="Body" tabIndex={0}>
          <pre>{text}</pre>
        </section>
        <span className={`rounded ${styles.copy}`}>
          <CopyText value={text} what="body" />
        </span>
      </Box>
      {answer.is_cut && (
        <p className={`no-margin fine ${styles.cut}`}>
          Cut: only the first 64 KiB of {bytesText(answer.bytes)} are shown. The request itself answers all of
          it.
        </p>
      )}
    </>
  );
}
