import { type Caller, type ConsoleSession, type Operation } from '@governance/iam';
import { type Problem } from '@governance/kernel';

/** A write requested by a known caller, allowed or not. */
export interface RequestedWrite {
  readonly caller: Caller;
  readonly operation: Operation;
  /** The age of the caller's second factor at the request; undefined when the token names none. */
  readonly secondFactorAgeSeconds: number | undefined;
}

/** Data of one request besides its HTTP message. Each member is set by one component and read by later ones. */
export interface RequestContext {
  /** The id in the response, in the log and in the audit trail. */
  id?: string;
  /** Why a request is refused that Node's parser has accepted. */
  flaw?: Problem;
  /** Makes the problem of the JSON body. A function, because a form is valid if a form is expected. */
  bodyProblem?: () => Problem;
  form?: URLSearchParams;
  /** Undefined on routes without a step-up operation, and until the caller is known. */
  write?: RequestedWrite;
  /** The session of the console that the request belongs to. */
  consoleSession?: ConsoleSession;
  /** Set when the organization requires a second factor, and the person of the session has none. */
  isFactorMissing?: boolean;
  /** The code of a device from a link, which the page shows. */
  deviceCode?: string;
  /** Set when the user has entered a code of a device that does not exist. */
  isDeviceCodeWrong?: boolean;
  /** Set when the response is a page of ours, not one of the OAuth library. */
  isOwnPage?: boolean;
  /** The refusal or failure of the request. */
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
