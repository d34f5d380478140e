import { type Caller, type Operation } from '@governance/iam';
import { type Problem } from '@governance/kernel';

/** A write that a known caller asks for, whether it will be allowed or not. */
export interface RequestedWrite {
  readonly caller: Caller;
  readonly operation: Operation;
  /** The age of the caller's second factor at that time; undefined when the token names none. */
  readonly secondFactorAgeSeconds: number | undefined;
}

/** What is known of one request besides its HTTP message. Each member is set by one part and read by later ones. */
export interface RequestContext {
  /** The id in the response, in the log and in the audit trail. */
  id?: string;
  /** What makes a request unusable that Node's parser has accepted. */
  flaw?: Problem;
  /** What is wrong with the JSON body. A function, because a form is no problem where a form is expected. */
  bodyProblem?: () => Problem;
  form?: URLSearchParams;
  /** Undefined on routes without a step-up operation, and until the caller is known. */
  write?: RequestedWrite;
  /** What the request was refused or failed with. */
  problem?: Problem;
}

const key = Symbol('request context');

interface Carrier {
  [key]?: RequestContext;
}

/** The context of a request, empty at first. `req` is the object that Node, Express and Nest share. */
export function requestContext(req: object): RequestContext {
  const carrier: Carrier = req;
  const known = carrier[key];
  if (known !== undefined) return known;
  const context: RequestContext = {};
  carrier[key] = context;
  return context;
}
