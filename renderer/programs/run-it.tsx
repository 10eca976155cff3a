import { useState } from 'react';
import type { ApiKeyLine, TryAnswer } from '../../service/contract/access.ts';
import { Lines } from './lines.tsx';
import { RequestButton } from './request-button.tsx';
import { answerSummary } from './try-answer.ts';

/**
 * @param isForFred whether the request is one of FRED's clients, which a key of theirs can send.
 * @returns the keys that can be sent: valid, and with a copy that is kept. The oldest is first; an order by use could change meanwhile.
 */
export function usableKeys(keys: readonly ApiKeyLine[], isForFred = false): readonly ApiKeyLine[] {
  return keys.filter(
    ({ revoked_at, is_kept, is_for_fred }) => revoked_at === null && is_kept && (isForFred || !is_for_fred),
  );
}

/** Sends the first request of a program, and shows how its answer begins. It never starts the program. */
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
            : 'Needs a key that is kept here: without one it is refused'
        }
        onAnswer={setAnswer}
      />
      {answer && <Lines name={`Answer: ${props.name}`} text={beginningOf(answer)} />}
    </>
  );
}

const MOST_LINES = 6;
const MOST_LETTERS = 2000;

/** @returns the first lines: enough to see what came. */
function beginningOf({ body, headers }: TryAnswer): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/json|text|xml/.test(type)) return `A file, ${type}`;
  const lines = body.slice(0, MOST_LETTERS).split('\n');
  const isMore = lines.length > MOST_LINES || body.length > MOST_LETTERS;
  return `${lines.slice(0, MOST_LINES).join('\n')}${isMore ? '\n…' : ''}`;
}
