import type { HttpResponse } from './request-context.ts';

/** Counts the answered requests of one operation. */
export interface RequestMeter {
  /** Counts a request and the milliseconds until its response. */
  count(response: HttpResponse, milliseconds: number): void;
}

/** The request meters of a service. */
export interface RequestMeters {
  /** Returns the meter of an operation, by its name in any version; the one of requests without an operation if undefined. */
  meterOf(operation?: string): RequestMeter;
}
