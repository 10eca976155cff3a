import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** Copies texts, or says why not; `message` says for a while how that went. */
export function useCopy(): {
  copy: (text: string, what: string) => void;
  refuse: (why: string) => void;
  message: string | undefined;
} {
  const [message, setMessage] = useState<string | undefined>();
  const forget = useTimeout(() => setMessage(undefined), 4000);
  const say = (text: string) => {
    setMessage(text);
    forget.clear();
    forget.start();
  };
  const copy = (text: string, what: string) => {
    navigator.clipboard.writeText(text).then(
      () => say(`${what} copied`),
      () => say('The clipboard took nothing. Click into the table and copy again.'),
    );
  };
  return { copy, refuse: (why) => say(`Nothing copied: ${why}`), message };
}
