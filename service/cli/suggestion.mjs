/** @type {typeof import('../datasets/nearest-name.ts').suggestion} */
export const suggestion = await import('../datasets/nearest-name.ts').then(
  (nearest) => nearest.suggestion,
  // Until the packages are installed, the one that compares words is missing.
  () => (_, names) => ` Known are: ${names.join(', ')}.`,
);
