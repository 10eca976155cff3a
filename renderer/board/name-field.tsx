import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/**
 * A name that becomes a field after a click or Enter. Enter or leaving keeps the text, Escape discards it.
 * @param props.onLeave called when an `isOpen` field closes; after a key the caller moves the focus
 */
export function NameField(props: {
  what: string;
  name: string;
  isOpen?: boolean;
  onChange: (name: string) => void;
  onLeave?: (isByKey: boolean) => void;
}) {
  const { what, name } = props;
  const [typed, setTyped] = useState(props.isOpen ? name : undefined);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  const isEditing = typed !== undefined;
  useEffect(() => {
    if (!isEditing) {
      if (isLeftByKey.current) button.current?.focus();
      return;
    }
    isLeftByKey.current = false;
    // A closing menu returns the focus to its button, unless another element has it by then.
    const timer = window.setTimeout(() => {
      field.current?.focus();
      field.current?.select();
    }, 0);
    return () => window.clearTimeout(timer);
  }, [isEditing]);
  const leave = (isKept: boolean, isByKey: boolean) => {
    if (typed === undefined || isLeftByKey.current) return;
    isLeftByKey.current = isByKey;
    setTyped(undefined);
    if (isKept) props.onChange(typed);
    props.onLeave?.(isByKey);
  };
  if (typed !== undefined)
    return (
      <TextInput
        aria-label={`Name of ${what}`}
        maxLength={200}
        ref={field}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => leave(true, false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          event.preventDefault();
          event.stopPropagation();
          leave(event.key === 'Enter', true);
        }}
      />
    );
  return (
    <UnstyledButton
      ref={button}
      className="rounded hovers row gap-4 full-width shrink"
      px={5}
      title={`${name}\nRename ${what}`}
      onClick={() => setTyped(name)}
    >
      <span className="cut one-line">{name}</span>
      <VisuallyHidden>, rename {what}</VisuallyHidden>
      <IconPencil className="fixed quiet" size={13} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
