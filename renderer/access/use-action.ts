import { useState } from 'react';

type Progress = { isPending: boolean; error: string | undefined };

/**
 * One thing that a person asks for: whether it goes on, and why it failed. Unlike a mutation of the query library it keeps neither
 * what it was given nor what was answered, for both may be secrets.
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

/** A TypeError is all that `fetch` says when nobody answers. */
function sentence(error: unknown): string {
  if (error instanceof TypeError) return 'Almanac did not answer. Try again.';
  return error instanceof Error ? error.message : String(error);
}
