import { Outlet } from '@tanstack/react-router';
import { SignInNeeded, useHostState, usePresence } from '../api/index.ts';
import { DamageBanner } from './damage-banner.tsx';
import styles from './frame.module.css';
import { HostBanner } from './host-banner.tsx';
import { IncidentNotices } from './incident-notices.tsx';
import { Rail } from './rail.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useDesktop } from './use-desktop.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** The rail and the screen beside it; or what to do when this window may not ask the host anything. */
export function Frame() {
  const host = useHostState();
  usePresence(host.data?.mode === 'browser');
  useDesktop();
  useDroppedFiles();
  if (host.error instanceof SignInNeeded) return <SignInPage />;
  return (
    <div className={styles.frame}>
      <a className={`framed accent ${styles.skip}`} href="#main">
        Skip to the content
      </a>
      <Rail />
      <div className="column shrink low">
        <HostBanner state={host.data} isGone={host.isError} />
        <DamageBanner damage={host.data?.damage ?? null} />
        <IncidentNotices />
        <Outlet />
      </div>
    </div>
  );
}
