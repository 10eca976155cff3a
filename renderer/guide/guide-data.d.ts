declare module 'virtual:guide' {
  export const PAGES: readonly import('./find-parts.ts').GuidePage[];
}
