export { responseMoveRules, responseRules } from './answers.ts';
export { bodyMemberRules } from './bodies.ts';
export { keyRules, preconditionRules } from './keys.ts';
export { operationRules } from './operations.ts';
export { parameterRules } from './parameters.ts';
export { serviceRules } from './service.ts';
