import { useEffect, useState } from 'react';
import { ApiError, useCan, useIsAway, useIsRestarting, useStateError } from '../api/index.ts';
import { Notice } from './notice.tsx';

/** A service that ended by itself is back by then; after that somebody has to look. */
const BUSY_MS = 15_000;

/** Says when the service does not answer, what that means for the screen, and what to do. */
export function HostBanner() {
  const error = useStateError();
  const isAway = useIsAway();
  const isOnComputer = useCan('computer');
  const isRestarting = useIsRestarting();
  const isLong = useIsLong(isAway, BUSY_MS);
  if (isRestarting) return <Banner isBusy>The data service is starting again.</Banner>;
  // An answer that this page cannot use.
  if (!isAway) return error instanceof ApiError ? <Banner>{error.message}</Banner> : null;
  if (!isOnComputer)
    return (
      <Banner isBusy>
        The team's Almanac does not answer. What is on the screen stays, and comes up to date when it answers
        again.
      </Banner>
    );
  if (!isLong)
    return (
      <Banner isBusy>
        The data service stopped unexpectedly and is being started again. What is on the screen stays.
      </Banner>
    );
  return (
    <Banner>
      Almanac itself does not answer any more: it was ended. What is on the screen stays. Start it again with
      npm start.
    </Banner>
  );
}

function Banner({ children, isBusy = false }: { children: string; isBusy?: boolean }) {
  return (
    <Notice isFlush tone={isBusy ? 'busy' : 'failure'}>
      {children}
    </Notice>
  );
}

/** @returns whether something has been so for that time. */
function useIsLong(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isSo, ms]);
  return isLong;
}
