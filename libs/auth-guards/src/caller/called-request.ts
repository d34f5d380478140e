import { type Caller } from '@governance/iam';
import { type Request } from 'express';

/** A request, and who makes it when that has been found out. */
export interface CalledRequest extends Request {
  caller?: Caller;
  /** When its token was issued, in seconds since 1970. */
  tokenIssuedAt?: number;
}
