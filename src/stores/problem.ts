/** Thrown when a store cannot be opened as asked; the message says what was found, what the rule is and what to do. */
export class StoreProblem extends Error {}
