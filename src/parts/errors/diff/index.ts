export { answerRules } from './answers.ts';
export { bodyRules, refusalMemberRules } from './body.ts';
export { codeRules } from './codes.ts';
