import { type Caller } from '@governance/iam';
import { type Request } from 'express';

/** A request with its caller, once identified. */
export interface CalledRequest extends Request {
  caller?: Caller;
  /** When the token was issued, in seconds since 1970. */
  tokenIssuedAt?: number;
}
