import { positiveInteger } from './number-fields';

/** The setting that bounds how long requests wait in an overloaded process. */
export const requestLimitSettings = {
  MAX_CONCURRENT_REQUESTS: positiveInteger()
    .default(256)
    .describe('the requests that the process works on at once; more are answered 503'),
};
