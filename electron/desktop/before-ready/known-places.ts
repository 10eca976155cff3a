/**
 * Where the app's links lead: publishers' pages and files, where their keys are had, and FRED's terms. A host, or a host and
 * the beginning of a path where anybody can have pages on that host. design/electron.md, point 15: what the person's browser is
 * opened for is chosen from a list, so that code in the page cannot write a key into an address of its own.
 */
const PLACES = [
  'api.bls.gov',
  'api.census.gov',
  'api.fiscaldata.treasury.gov',
  'apps.bea.gov',
  'data.bls.gov',
  'download.bls.gov',
  'fiscaldata.treasury.gov',
  'fred.stlouisfed.org',
  'fredaccount.stlouisfed.org',
  'github.com/datasets',
  'home.treasury.gov',
  'oui.doleta.gov',
  'raw.githubusercontent.com/datasets',
  'www.bea.gov',
  'www.bls.gov',
  'www.census.gov',
  'www.federalreserve.gov',
  'www.ishares.com',
  'www.nber.org',
  'www.ssga.com',
];

/** @returns whether a link of the app may lead there; never for another port than that of https */
export function isKnownPlace(url: URL): boolean {
  if (url.protocol !== 'https:') return false;
  const place = url.host + url.pathname;
  return PLACES.some((known) => place === known || place.startsWith(`${known}/`));
}
