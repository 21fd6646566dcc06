export { currentRules, placementRules, statedRules } from './placement.ts';
export { versionRules } from './versions.ts';
