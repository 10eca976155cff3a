import { useEffect, useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { useAccessActions } from '../api/index.ts';
import { useAction } from '../programs/index.ts';

const COPIED_MS = 2_000;

/**
 * Copies a key from where it is kept to the clipboard. Where the browser refuses the clipboard, `shown` has the key until `forget`:
 * a browser allows the clipboard only for some seconds after a click, and the keychain may ask the user first.
 */
export function useCopyKey(announce: (text: string) => void) {
  const { copyKey } = useAccessActions();
  const [copied, setCopied] = useState<string>();
  const [shown, setShown] = useState<{ line: ApiKeyLine; key: string }>();
  const action = useAction(async (line: ApiKeyLine) => {
    const { key } = await copyKey(line.id);
    try {
      await navigator.clipboard.writeText(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setShown({ line, key });
      return;
    }
    setCopied(line.id);
    announce(`The key “${line.label}” is copied.`);
  });
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copy: (line: ApiKeyLine) => void action.run(line),
    copied,
    shown,
    forget: () => setShown(undefined),
    isPending: action.isPending,
    error: action.error,
    forgetError: action.forgetError,
  };
}
export type CopyKey = ReturnType<typeof useCopyKey>;
