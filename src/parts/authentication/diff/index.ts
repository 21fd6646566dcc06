export { attributeRules, schemeRules } from './schemes.ts';
export { accessRules, audienceRules, readingRules, scopeRules } from './scopes.ts';
