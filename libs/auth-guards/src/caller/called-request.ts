import { type Caller } from '@governance/iam';
import { type Request } from 'express';

/** A request, and who makes it when that has been found out. */
export interface CalledRequest extends Request {
  caller?: Caller;
}
