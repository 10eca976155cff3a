/** The series of the claims by state. */
export declare const STATE_CLAIMS: {
  readonly initial: 'initial_claims';
  readonly continued: 'continued_claims';
  readonly covered: 'covered_employment';
  readonly rate: 'insured_unemployment_rate';
  readonly weekRate: 'insured_unemployment_rate_week';
};
