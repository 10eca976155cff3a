declare module 'virtual:guide' {
  export const PAGES: readonly import('./types.ts').GuidePage[];
}
