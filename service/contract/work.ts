import { type Static, Type } from 'typebox';
import { arrayOf } from './schema.ts';

/** What a person has made, kept in work.sqlite: `GET /host/same-companies`, `POST /host/set-same-company`. */

/** A member of a list: its ticker, and its name as the list has it. */
const Company = Type.Object({
  ticker: Type.String({ minLength: 1, maxLength: 40 }),
  name: Type.String({ maxLength: 200 }),
});

/** Two tickers of one company, as a person has confirmed: `before` in the older list, `after` in the newer one. */
export const SameCompany = Type.Object({ before: Company, after: Company, confirmed_at: Type.String() });
export type SameCompany = Static<typeof SameCompany>;

/** All such pairs, the newest first. */
export const SameCompanies = Type.Object({ pairs: arrayOf(SameCompany) });
export type SameCompanies = Static<typeof SameCompanies>;

/** Says that two tickers are one company, or takes it back. Saying the same again changes nothing. */
export const SetSameCompanyRequest = Type.Object({
  before: Company,
  after: Company,
  is_same: Type.Boolean(),
});
export type SetSameCompanyRequest = Static<typeof SetSameCompanyRequest>;
