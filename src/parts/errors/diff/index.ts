export { answerRules } from './answers.ts';
export { bodyRules, refusalMemberRules } from './body.ts';
export { codeRules } from './codes.ts';
export { fieldErrorRules } from './field-errors.ts';
