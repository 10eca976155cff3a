import { Box, Button, Skeleton } from '@mantine/core';
import { IconCalendarDown, IconCheck } from '@tabler/icons-react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { calendarFile } from '../../service/calendar/ics.ts';
import { zoneHere } from '../../service/calendar/zone.ts';
import type { CalendarRelease, ReleaseCalendar } from '../../service/contract/brief.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { saveBlob } from '../api/index.ts';
import { LoadFailed } from '../frame/index.ts';
import { timeHere } from './words.ts';

/** The releases of the next 14 days, by day. */
export function CalendarList(props: {
  calendar: ReleaseCalendar | undefined;
  failure: Error | null;
  onRetry: () => void;
}) {
  const { calendar, failure, onRetry } = props;
  if (failure && !calendar)
    return <LoadFailed onRetry={onRetry}>The calendar could not be loaded: {failure.message}</LoadFailed>;
  if (!calendar) return <Skeleton height={420} width="auto" role="img" aria-label="Loading the calendar" />;
  const zone = zoneHere();
  const hasOther = calendar.releases.some((release) => timeHere(release, zone) !== undefined);
  const days = Map.groupBy(calendar.releases, ({ text }) => dayOf(text));
  return (
    <>
      <p className="quiet small">
        Times are US Eastern{hasOther && `; below each, the time here (${zone.replaceAll('_', ' ')})`}.
      </p>
      <ol className="list">
        {[...days].map(([day, releases]) => (
          <Box component="li" key={day} py={6}>
            <h3 className="fine strong">{inDateStyle(day)}</h3>
            <ul className="list fine">
              {releases.map((release) => (
                <li
                  key={`${release.dataset} ${release.date}`}
                  className={`flex gap-8 ${isDaily(release) ? 'quiet' : ''}`}
                >
                  <ReleaseTime release={release} zone={zone} />
                  <span className="grow">{findDataset(release.dataset)?.title}</span>
                  {release.is_here && (
                    <span className="good fixed row gap-4">
                      <IconCheck size={13} aria-hidden />
                      here
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </ol>
      <Button
        variant="default"
        size="compact-sm"
        mt={10}
        leftSection={<IconCalendarDown size={15} stroke={1.6} />}
        disabled={calendar.releases.length === 0}
        onClick={() => saveCalendar(calendar.releases)}
      >
        Save .ics
      </Button>
    </>
  );
}

/** '08:30', and below it the local time. */
function ReleaseTime({ release, zone }: { release: CalendarRelease; zone: string }) {
  const here = timeHere(release, zone);
  return (
    <Box component="span" className="quiet fixed" w="3.5rem" title={here && `${release.text}: ${here} here`}>
      {timeOf(release.text)}
      {here && <span className="small block one-line">{here}</span>}
    </Box>
  );
}

/** Saves releases as an .ics file. */
export function saveCalendar(releases: readonly CalendarRelease[]): void {
  const events = releases.map(({ dataset, date, at, text, is_about }) => {
    const { title = dataset, release, source } = findDataset(dataset) ?? {};
    return {
      id: `${dataset}-${date}`,
      at,
      isAbout: is_about,
      title: is_about ? `${title}, ${text}` : title,
      text: `The observation of ${date}. ${release?.text}. ${source?.url}`,
    };
  });
  const file = calendarFile(events, new Date().toISOString());
  saveBlob(new Blob([file], { type: 'text/calendar;charset=utf-8' }), 'almanac-releases.ics');
}

/** Daily releases do not stand out: nobody waits for them. */
const isDaily = ({ dataset }: CalendarRelease) => findDataset(dataset)?.frequency === 'Daily';
/** 'Wed 2026-11-25', 'In the week to Mon 2026-11-30'. */
const dayOf = (text: string) => text.replace(/^about |, .*/g, '').replace(/^in /, 'In ');
/** '08:30'; 'about' if the day is uncertain; '' if its heading is a week. */
const timeOf = (text: string) => /, (\d\d:\d\d)/.exec(text)?.[1] ?? (text.startsWith('about') ? 'about' : '');
