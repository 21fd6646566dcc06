export { machineRules } from './machines.ts';
export { orderRules, outcomeRules, rowRules } from './transitions.ts';
