import { useEffect, useState } from 'react';

/** @returns how many of some parts are drawn once all are ready: one more at a time, so that the page answers between them. */
export function useOneByOne(isReady: boolean, all: number): number {
  const [drawn, setDrawn] = useState(0);
  const next = isReady && drawn < all ? drawn + 1 : undefined;
  useEffect(() => {
    if (next === undefined) return;
    const due = setTimeout(() => setDrawn(next));
    return () => clearTimeout(due);
  }, [next]);
  return isReady ? drawn : 0;
}
