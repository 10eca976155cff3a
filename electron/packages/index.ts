/** Makes the installable packages. */
export { builderConfiguration } from './builder-configuration.ts';
export { fuseConfig, readFuses, setFuses } from './fuses.ts';
export { isPermissive, licenceList, shippedPackages } from './licences.ts';
export { makePackages } from './make-packages.ts';
export { reachedFiles } from './reached-files.ts';
export { MODULES, type PackageTarget, stageApp } from './stage-app.ts';
