import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Fragment, forwardRef, type MouseEvent, type ReactNode } from 'react';

/** A link to an app address given as text. A click with Ctrl opens a new tab, as on every link. */
export const AddressLink = forwardRef<
  HTMLAnchorElement,
  {
    to: string;
    className?: string;
    'aria-label'?: string;
    'aria-current'?: 'page' | 'location';
    children: ReactNode;
  }
>(function AddressLink({ to, ...rest }, ref) {
  const router = useRouter();
  const open = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    router.history.push(to);
  };
  return <a ref={ref} href={to} onClick={open} {...rest} />;
});

/** An address in the guide. `tests/guide` looks these up in the source. */
type GuideAddress = `/guide/${string}`;

/** Guide links in a line, for fields without room for a '?'. @param props.parts address by word */
export function HelpLine({ parts }: { parts: Readonly<Record<string, GuideAddress>> }) {
  return (
    <p className="quiet fine">
      Guide:{' '}
      {Object.entries(parts).map(([about, to], i) => (
        <Fragment key={to}>
          {i > 0 && ', '}
          <Anchor component={AddressLink} to={to} inherit aria-label={`Help: ${about}`}>
            {about}
          </Anchor>
        </Fragment>
      ))}
    </p>
  );
}

/** A '?' link to the guide. @param props.to '/guide/units#digits' @param props.about the topic: 'units' */
export function HelpLink({ to, about }: { to: GuideAddress; about: string }) {
  return (
    <Tooltip label={`Guide: ${about}`}>
      <ActionIcon component={AddressLink} to={to} size={20} aria-label={`Help: ${about}`}>
        <IconHelp size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Fragments (`#…`) of addresses. Those of the Data screen are the ids of the parts to scroll to. */

export const GET_DATA = 'get-data';
export const IMPORT_FILE = 'import-file';
export const STORAGE = 'storage';
/** The part of the Data screen that restores data of a damaged file. */
export const LOST_DATA = 'lost-data';

/** Opens API access with the dialog for a new key. */
export const NEW_KEY = 'new-key';
