import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { LONGEST_HEADING } from '../../service/view/index.ts';
import styles from './chart-heading.module.css';

const PENCIL = { position: 'absolute', right: 1, background: 'var(--surface)' } as const;

/**
 * A text that can be edited in place, after a click or Enter. Enter or leaving the field keeps the change, Escape drops it. An empty
 * text brings the generated one back.
 */
export function EditableWords(props: {
  /** 'title' */
  what: string;
  own: string | undefined;
  made: string;
  onWrite: (text: string) => void;
}) {
  const { what, own, made, onWrite } = props;
  const [draft, setDraft] = useState<string | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isBack = useRef(false);
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (isBack.current) button.current?.focus();
    isBack.current = false;
  }, [isEditing]);

  const end = (how: 'keep' | 'leave') => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (how === 'keep') onWrite(draft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes characters, Enter and Escape belong to it.
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    isBack.current = true;
    end(event.key === 'Enter' ? 'keep' : 'leave');
  };
  // What a person wrote stays as it is.
  const shown = own ?? inDateStyle(made);
  if (isEditing)
    return (
      <input
        ref={field}
        className={`rounded full-width ${styles.field}`}
        aria-label={`Chart ${what}`}
        placeholder={made}
        maxLength={LONGEST_HEADING}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end('keep')}
      />
    );
  return (
    <UnstyledButton
      ref={button}
      className={`rounded row gap-4 ${styles.words}`}
      pos="relative"
      title={`${shown}\nEdit the ${what}`}
      onClick={() => setDraft(own ?? made)}
    >
      <span className="cut one-line">{shown}</span>
      <VisuallyHidden>, edit the {what}</VisuallyHidden>
      {/* Over the end of the words, which it must not cut. */}
      <IconPencil className={styles.pencil} style={PENCIL} size={13} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
