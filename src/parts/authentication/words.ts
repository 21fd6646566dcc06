/** The words for scopes: `public` is everyone, `authenticated` every client with a valid credential. */
export const everybody = ['public', 'authenticated'] as const;

/** The words of Where that leave out the condition of the line Tenant. */
export const allTenants = 'all tenants';
