/** The header of every response, as name and value: no page may show it in a frame, where its clicks would act for the user. */
export const frameHeaders = ['Content-Security-Policy', /* not a message */ "frame-ancestors 'none'"] as const;
