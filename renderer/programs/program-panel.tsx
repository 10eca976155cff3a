import { Box, Button, Flex } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ApiKeyLine, TryAnswer, TryRequest } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import { CopyText } from '../frame/index.ts';
import styles from './programs.module.css';
import { answerSummary } from './try-answer.ts';

/** A program with instructions, a copy button, and a button that sends its first request. */
export function ProgramPanel(props: {
  /** The tool's name: a change clears the last answer. Must be unique on the page. */
  name: string;
  /** Instructions and requirements. */
  children: ReactNode;
  /** `undefined`: there is no program here, and `children` give the reason. */
  text: string | undefined;
  /** The program's first request: an API path, without a key. */
  path: string;
  /** `undefined`: the page has no keys and cannot send the request. */
  keys: readonly ApiKeyLine[] | undefined;
  isForFred?: boolean;
}) {
  const { name, children, text, path, keys, isForFred = false } = props;
  return (
    <Flex wrap="wrap" gap="md">
      <Box flex="1 1 16rem" className="column gap-8 shrink fine breaks">
        {children}
      </Box>
      {text !== undefined && (
        <Box flex="2 1 32rem" className="column gap-8 shrink">
          <Lines name={`Program: ${name}`} text={text} what="program" />
          {keys && <RunIt key={name} name={name} path={path} keys={keys} isForFred={isForFred} />}
        </Box>
      )}
    </Flex>
  );
}

/**
 * @param isForFred true if the request is for FRED's clients, whose keys may send it
 * @returns the valid keys with a stored copy. The oldest is first, because an order by use could change
 * meanwhile.
 */
export function usableKeys(keys: readonly ApiKeyLine[], isForFred = false): readonly ApiKeyLine[] {
  return keys.filter(
    ({ revoked_at, is_kept, is_for_fred }) => revoked_at === null && is_kept && (isForFred || !is_for_fred),
  );
}

/** Sends a program's first request, and shows the beginning of the answer. Never runs the program. */
export function RunIt(props: {
  name: string;
  path: string;
  keys: readonly ApiKeyLine[];
  isForFred?: boolean;
}) {
  const [answer, setAnswer] = useState<TryAnswer>();
  const [key] = usableKeys(props.keys, props.isForFred);
  return (
    <>
      <RequestButton
        label="Run it"
        request={{ path: props.path, ...(key && { id: key.id }) }}
        outcome={answerSummary}
        note={
          key
            ? `Sends its request, with the key “${key.label}”; starts no program`
            : 'Needs a stored key: without one the request is refused'
        }
        onAnswer={setAnswer}
      />
      {answer && <Lines name={`Answer: ${props.name}`} text={beginningOf(answer)} />}
    </>
  );
}

const MOST_LINES = 6;
const MOST_LETTERS = 2000;

/** @returns the answer's first lines, as a sample. */
function beginningOf({ body, headers }: TryAnswer): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/json|text|xml/.test(type)) return `A file, ${type}`;
  const lines = body.slice(0, MOST_LETTERS).split('\n');
  const isMore = lines.length > MOST_LINES || body.length > MOST_LETTERS;
  return `${lines.slice(0, MOST_LINES).join('\n')}${isMore ? '\n…' : ''}`;
}

/** A button that sends a request to the API, with the result beside it. */
export function RequestButton(props: {
  label: string;
  request: TryRequest;
  /** A line about the answer, and whether it is a success. */
  outcome: (answer: TryAnswer) => { text: string; isGood: boolean };
  /** A permanent note beside the button: the key that it sends. Absent: all is on one line. */
  note?: string;
  /** Called with each answer, and with `undefined` when a new request is sent. */
  onAnswer?: (answer: TryAnswer | undefined) => void;
}) {
  const { label, request, outcome, note, onAnswer } = props;
  const ask = useAction(useAccessActions().tryRequest);
  const [message, setMessage] = useState<ReturnType<typeof outcome>>();

  async function send(): Promise<void> {
    setMessage(undefined);
    onAnswer?.(undefined);
    const answer = await ask.run(request);
    if (!answer) return;
    setMessage(outcome(answer));
    onAnswer?.(answer);
  }

  return (
    <div className={`row gap-10${note === undefined ? '' : ' wrap'}`}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlugConnected size={15} stroke={1.7} aria-hidden />}
        loading={ask.isPending}
        onClick={() => void send()}
      >
        {label}
      </Button>
      <span
        role="status"
        className={`error fine${note === undefined ? ' one-line' : ''} ${styles.said}`}
        data-good={message?.isGood || undefined}
      >
        {message?.text ?? ask.error ?? ''}
      </span>
      {note !== undefined && <span className="quiet fine">{note}</span>}
    </div>
  );
}

/** A text that scrolls if it is long. @param props.what its name on the copy button; absent: no button */
export function Lines({ name, text, what }: { name: string; text: string; what?: string }) {
  return (
    <Box pos="relative">
      {/* A scrolling region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={`well fine mono breaks ${styles.lines}`} aria-label={name} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      {what !== undefined && (
        <Box component="span" className="rounded" pos="absolute" top={4} right={16} bg="var(--page)">
          <CopyText value={text} what={what} />
        </Box>
      )}
    </Box>
  );
}

type Progress = { isPending: boolean; error: string | undefined };

/**
 * Runs a user's action and tracks its progress and error. Unlike the query library's mutations, it keeps
 * neither input nor answer, because both may be secrets.
 */
export function useAction<Input extends readonly unknown[], Answer>(
  work: (...input: Input) => Promise<Answer>,
): Progress & { run: (...input: Input) => Promise<Answer | undefined>; forgetError: () => void } {
  const [progress, setProgress] = useState<Progress>({ isPending: false, error: undefined });
  return {
    ...progress,
    forgetError: () => setProgress((before) => ({ ...before, error: undefined })),
    async run(...input) {
      setProgress({ isPending: true, error: undefined });
      try {
        const answer = await work(...input);
        setProgress({ isPending: false, error: undefined });
        return answer;
      } catch (error) {
        setProgress({ isPending: false, error: sentence(error) });
        return undefined;
      }
    },
  };
}

/** @returns the message for the user. `fetch` throws a TypeError if nobody answers. */
function sentence(error: unknown): string {
  if (error instanceof TypeError) return 'Almanac did not answer. Try again.';
  return error instanceof Error ? error.message : String(error);
}
