/** So many of the secrets that a field held before are given at most: each costs whoever signs a signature. */
export const mostReplaced = 5;
