export { currentRules, placementRules, statedRules } from './placement.ts';
export { rowRules, versionRules } from './versions.ts';
