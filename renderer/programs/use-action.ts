import { useState } from 'react';

type Progress = { isPending: boolean; error: string | undefined };

/**
 * Runs an action of the user, and says whether it is running and why it failed. Unlike a mutation of the query library it keeps
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

/** @returns the message for the user. `fetch` throws a TypeError when nobody answers. */
function sentence(error: unknown): string {
  if (error instanceof TypeError) return 'Almanac did not answer. Try again.';
  return error instanceof Error ? error.message : String(error);
}
