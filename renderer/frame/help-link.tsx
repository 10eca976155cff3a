import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { forwardRef, type MouseEvent, type ReactNode } from 'react';

/** A link to an address of the app that is known as text. As every link it opens a tab of its own with Ctrl. */
export const AddressLink = forwardRef<
  HTMLAnchorElement,
  { to: string; className?: string; 'aria-label'?: string; 'aria-current'?: 'page' | 'location'; children: ReactNode }
>(function AddressLink({ to, ...rest }, ref) {
  const router = useRouter();
  const open = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(to);
  };
  return <a ref={ref} href={to} onClick={open} {...rest} />;
});

/** A '?' that opens a part of the guide. @param props.to '/guide/units#levels' @param props.about what it explains: 'units' */
export function HelpLink({ to, about }: { to: `/guide/${string}`; about: string }) {
  return (
    <Tooltip label={`Guide: ${about}`}>
      <ActionIcon component={AddressLink} to={to} size={20} aria-label={`Help: ${about}`}>
        <IconHelp size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
