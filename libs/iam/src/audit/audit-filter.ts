import { RuleViolation } from '@governance/kernel';
import { parseRfc3339 } from '../rfc3339';
import { auditedOperations, auditOutcomes, type AuditOutcome } from './audit-trail.port';

/** The requested values, as texts. */
export interface AuditFilterRequest {
  readonly actor: string | undefined;
  readonly operation: string | undefined;
  readonly target: string | undefined;
  readonly outcome: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What the listed events have in common; undefined for any value. */
export interface AuditFilter {
  /** The subject of the actor. */
  readonly actor: string | undefined;
  readonly operation: string | undefined;
  readonly target: string | undefined;
  readonly outcome: AuditOutcome | undefined;
  /** The earliest time. */
  readonly from: Date | undefined;
  /** Later than the latest time. */
  readonly to: Date | undefined;
}

/** As long as the subject of a token may be. */
const longestActor = 255;
/** As long as the trail keeps. */
const longestTarget = 128;

/** The filter of a request. Throws `RuleViolation`. */
export function checkAuditFilter(request: AuditFilterRequest): AuditFilter {
  return {
    actor: checkId('actor', request.actor, longestActor),
    operation: checkOperation(request.operation),
    target: checkId('target', request.target, longestTarget),
    outcome: checkOutcome(request.outcome),
    from: checkTime('from', request.from),
    to: checkTime('to', request.to),
  };
}

function checkId(name: string, id: string | undefined, longest: number): string | undefined {
  if (id !== undefined && (id.length > longest || /\p{Cc}/u.test(id) || !id.isWellFormed())) {
    throw new RuleViolation(
      `${name} must have at most ${longest} characters, none of them a control character`,
    );
  }
  return id;
}

function checkOperation(operation: string | undefined): string | undefined {
  const known: readonly string[] = auditedOperations;
  if (operation !== undefined && !known.includes(operation)) {
    throw new RuleViolation('operation must be the name of a recorded operation');
  }
  return operation;
}

function checkOutcome(outcome: string | undefined): AuditOutcome | undefined {
  const known = auditOutcomes.find((each) => each === outcome);
  if (outcome !== undefined && known === undefined) {
    throw new RuleViolation('outcome must be done, refused or abandoned');
  }
  return known;
}

function checkTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseRfc3339(text);
  if (time === undefined) throw new RuleViolation(`${name} must be an RFC 3339 timestamp`);
  return time;
}
