/** A dataset of observations for `new-dataset.soak.test.ts`: its `definition.ts` and `source.ts`. */
export const PORT_CALLS = {
  definition: `
import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { PUBLIC_DOMAIN } from '../types.ts';
import type { ObservationsDefinition } from '../types.ts';

export const PORT_CALLS: ObservationsDefinition<'port_calls'> = {
  id: 'port_calls',
  kind: 'observations',
  group: 'economic-data',
  title: 'Calls of ships at ports',
  description: 'Ships that called at a port in the week.',
  frequency: 'Weekly',
  publisher: 'Port Office',
  source: { name: 'Port calls', url: 'https://example.invalid/ports' },
  licence: PUBLIC_DOMAIN,
  release: { ...EXACT, text: 'The Monday after', timeEastern: '09:00', day: (day) => businessDayOnOrAfter(day + 2) },
  observedOn: 'Saturday',
  historyFrom: '2020-01-04',
  byState: false,
  headline: 'ships_called',
  notes: ['Ferries are not counted.'],
  series: [
    {
      code: 'ships_called',
      title: 'Ships that called',
      description: 'Ships that called at a port in the week.',
      group: 'Ports',
      unit: 'ships',
      unitShort: 'ships',
      multiplier: 0,
      frequency: 'Weekly',
      seasonalAdjustment: 'NSA',
      defaultAggregation: 'avg',
      allowedAggregations: ['avg', 'sum', 'eop'],
      publisherIds: [],
      synonyms: ['harbour', 'shipping', 'vessels'],
      counted: 'ships',
    },
  ],
};
`,
  source: `
import { dayNumber } from '../../calendar/dates.ts';
import { refuseDate } from '../../sources/cells.ts';
import { readCsv } from '../../sources/csv-records.ts';
import type { FileFormat } from '../../sources/types.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { PORT_CALLS } from './definition.ts';

const PORTS_CSV: FileFormat = {
  id: 'ports-csv',
  title: 'Port calls (CSV)',
  recognise: ({ firstLine }) => firstLine === 'WEEK,SHIPS',
  open({ file, target }) {
    let series = -1;
    return readCsv({
      file,
      onRecord([date = '', value = ''], line) {
        if (line === 1) {
          series = target.series(PORT_CALLS.id, PORT_CALLS.headline, '', { date: 'WEEK', value: 'SHIPS' });
          return undefined;
        }
        target.observation(series, dayNumber(date) ?? refuseDate(file, line, 'WEEK', date, 'YYYY-MM-DD'), value, line);
        return undefined;
      },
      onEnd: () => undefined,
    });
  },
};

export const PORT_CALLS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [],
  formats: [PORTS_CSV],
  sample: (daysOf) => {
    const days = daysOf(PORT_CALLS.headline);
    return [{ code: PORT_CALLS.headline, area: '', days, values: days.map((_, i) => String(100 + (i % 7))) }];
  },
};
`,
};

/** A second dataset, of kind 'list'. */
export const HARBOUR_FLEETS = {
  definition: `
import { businessDayOnOrAfter } from '../../calendar/business-days.ts';
import { EXACT } from '../../calendar/releases.ts';
import { PUBLIC_DOMAIN } from '../types.ts';
import type { ListDefinition } from '../types.ts';

export const HARBOUR_FLEETS: ListDefinition<'harbour_fleets'> = {
  id: 'harbour_fleets',
  kind: 'list',
  group: 'market-data',
  title: 'Fleets of harbours',
  description: 'The ships of a harbour with owner and share of its tonnage.',
  frequency: 'Daily',
  publisher: 'Port Office',
  source: { name: 'Fleet lists', url: 'https://example.invalid/fleets' },
  licence: PUBLIC_DOMAIN,
  release: { ...EXACT, text: 'The next day', timeEastern: '09:00', day: (day) => businessDayOnOrAfter(day + 1) },
  observedOn: 'bank day',
  byState: false,
  headline: 'HULL',
  notes: ['Ferries are not listed.'],
  series: [
    {
      code: 'HULL',
      title: 'Fleet of Hull',
      description: 'The ships of Hull with their share of its tonnage.',
      group: 'Fleets',
      unit: 'percent of the whole',
      unitShort: '%',
      multiplier: 0,
      frequency: 'Daily',
      seasonalAdjustment: 'NSA',
      defaultAggregation: null,
      allowedAggregations: [],
      publisherIds: [],
      synonyms: ['trawlers', 'shipping', 'vessels'],
    },
  ],
};
`,
  source: `
import { readCsv } from '../../sources/csv-records.ts';
import type { FileConstituent, FileFormat } from '../../sources/types.ts';
import type { ListSource } from '../sources/types.ts';
import { HARBOUR_FLEETS } from './definition.ts';

const FLEET_CSV: FileFormat = {
  id: 'fleet-csv',
  title: 'Fleet of a harbour (CSV)',
  recognise: ({ firstLine }) => firstLine === 'SHIP,OWNER,SHARE',
  open({ file, target }) {
    const rows: FileConstituent[] = [];
    return readCsv({
      file,
      onRecord([name = '', sector = '', weight = ''], line) {
        if (line > 1) rows.push({ ticker: name.slice(0, 3).toUpperCase(), name, sector, weight });
        return undefined;
      },
      onEnd: () => target.constituents(HARBOUR_FLEETS.headline, undefined, rows, 2),
    });
  },
};

export const HARBOUR_FLEETS_SOURCE: ListSource = {
  kind: 'list',
  fetched: [],
  formats: [FLEET_CSV],
  sample: () => ({
    code: HARBOUR_FLEETS.headline,
    rows: [{ ticker: 'MUP', name: 'Made Up', sector: 'Nobody', weight: '100' }],
  }),
};
`,
};
