import { type Caller, type Operation } from '@governance/iam';

/** A write that somebody who is known asks for, whether it will be allowed or not. */
export interface RequestedWrite {
  readonly caller: Caller;
  readonly operation: Operation;
  /** How old the caller's second factor was then; undefined when there is none to speak of. */
  readonly secondFactorAgeSeconds: number | undefined;
}

const writes = new WeakMap<object, RequestedWrite>();

/** Keeps it by its request, so that even what is refused can be told. */
export function noteWrite(req: object, write: RequestedWrite): void {
  writes.set(req, write);
}

/** Undefined where a route makes no write that has a name, or the caller is not known yet. */
export function requestedWriteOf(req: object): RequestedWrite | undefined {
  return writes.get(req);
}
