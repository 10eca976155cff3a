import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useHandOverFile } from '../api/index.ts';

/**
 * Files that are dropped anywhere in the window go to Data's import, where they are shown before anything is stored. Without
 * this the browser would leave the app and open them. What has a place of its own for files takes them first.
 */
export function useDroppedFiles(): void {
  const router = useRouter();
  const handOver = useRef(useHandOverFile());
  useEffect(() => {
    const take = (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type !== 'drop') return;
      const files = [...event.dataTransfer.files];
      if (files[0] === undefined) return;
      handOver.current({ name: files[0].name, files });
      if (router.state.location.pathname !== '/data') router.history.push('/data');
    };
    window.addEventListener('dragover', take);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', take);
      window.removeEventListener('drop', take);
    };
  }, [router]);
}
