/** Makes the installable packages. */
export {
  builderConfiguration,
  fuseConfig,
  makePackages,
  readFuses,
  setFuses,
} from './builder-configuration.ts';
export {
  isPermissive,
  licenceList,
  MODULES,
  type PackageTarget,
  reachedFiles,
  shippedPackages,
  stageApp,
} from './stage-app.ts';
