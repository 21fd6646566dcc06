/** The words for scopes: `public` is everyone, `authenticated` every client with a valid credential. */
export const everybody = ['public', 'authenticated'] as const;
