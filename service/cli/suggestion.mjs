/** Until the packages are installed, the one that compares words is missing. @type {(name: string, names: readonly string[]) => string} */
const withoutAdvice = (_, names) => ` Known are: ${names.join(', ')}.`;

/** @type {Pick<typeof import('../datasets/nearest-name.ts'), 'suggestion' | 'idSuggestion'>} */
const advice = await import('../datasets/nearest-name.ts').catch(() => ({
  suggestion: withoutAdvice,
  idSuggestion: withoutAdvice,
}));

export const { suggestion, idSuggestion } = advice;
