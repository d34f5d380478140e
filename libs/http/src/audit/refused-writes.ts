import { Clock, type Problem } from '@governance/kernel';
import { type AuditEntry, AuditTrail } from '@governance/iam';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { type Request } from 'express';
import { errorCodeOf } from '../surface';
import { auditContextOf } from './audit-context';

/**
 * Puts into the audit trail, where the program has one, each write that was refused to somebody who is known. What failed on our
 * side (5xx) was not refused: what became of it is in the row of the change itself.
 */
@Injectable()
export class RefusedWrites {
  private readonly logger = new Logger('Audit');

  constructor(
    @Optional() private readonly trail?: AuditTrail,
    @Optional() private readonly clock?: Clock,
  ) {}

  /** Resolves before the refusal may be told, and never rejects; undefined when there is nothing to record. */
  record(req: Request, problem: Problem): Promise<void> | undefined {
    const write = auditContextOf(req);
    if (!this.trail || !this.clock || !write || problem.status >= 500) return undefined;
    const at = this.clock.now();
    const entry: AuditEntry = { ...write, at, outcome: 'refused', reason: errorCodeOf(problem) };
    // A refusal stands, whether it can be recorded or not.
    return this.trail.append(entry).catch((error: unknown) => {
      this.logger.error({ msg: 'a refused write could not be recorded', err: error });
    });
  }
}
