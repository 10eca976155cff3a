import { type Icon, IconChartLine, IconCloudDownload, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { GET_DATA, NEW_KEY, useNewChartSearch } from '../frame/index.ts';

/** Beside each other where there is room for all. */
const WAYS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))' };
/** The whole of it can be clicked. */
const WAY = {
  className: 'framed hovers flex gap-12 ink',
  style: { height: '100%', padding: '0.625rem 0.75rem', textDecoration: 'none' },
} as const;
const FIRST_CHART = { dataset: YIELDS.id, code: YIELDS.headline, area: '' };

/** What Almanac is, and what to do first: in place of the news, while all data are samples, of which there is none. */
export function Welcome() {
  const chart = useNewChartSearch()([FIRST_CHART]);
  return (
    <section className="card column gap-10" style={{ padding: '0.875rem' }} aria-labelledby="welcome">
      <div className="column gap-4">
        <h2 id="welcome" className="large strong">
          Welcome to Almanac
        </h2>
        <p style={{ maxWidth: '46rem', lineHeight: 1.5 }}>
          Almanac keeps US economic and market data on your own computer, and shows them as charts, maps and
          tables that your other tools can read too. All that you see now is sample data, made up so that you
          can look around before you get the real ones.
        </p>
      </div>
      <ul className="list gap-10" style={WAYS}>
        <li>
          <Link to="/explore" search={chart} {...WAY}>
            <Way icon={IconChartLine} title="Look at a chart">
              The 10-year Treasury yield. Add lines, units and formulas to it.
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/data" hash={GET_DATA} {...WAY}>
            <Way icon={IconCloudDownload} title="Get the real data">
              From their publishers, all datasets with one click.
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/access" hash={NEW_KEY} {...WAY}>
            <Way icon={IconKey} title="Make a key">
              With it a notebook, a spreadsheet or a script reads the same numbers.
            </Way>
          </Link>
        </li>
      </ul>
    </section>
  );
}

function Way({ icon: WayIcon, title, children }: { icon: Icon; title: string; children: string }) {
  return (
    <>
      <WayIcon className="fixed accent" size={20} stroke={1.6} aria-hidden />
      <span className="column gap-2">
        <span className="medium">{title}</span>
        <span className="quiet fine">{children}</span>
      </span>
    </>
  );
}
