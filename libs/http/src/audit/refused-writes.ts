import { Clock, type Problem } from '@governance/kernel';
import { type AuditEntry, AuditTrail } from '@governance/iam';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { type Request } from 'express';
import { errorCodeOf } from '../surface';
import { auditContextOf } from './audit-context';

/**
 * Records each refused write of a known caller in the audit trail, if the program has one. A failure on our side (5xx) is
 * not a refusal: the row of the change records its outcome.
 */
@Injectable()
export class RefusedWrites {
  private readonly logger = new Logger('Audit');

  constructor(
    @Optional() private readonly trail?: AuditTrail,
    @Optional() private readonly clock?: Clock,
  ) {}

  /** Resolves when the refusal can be sent, and never rejects; undefined when there is nothing to record. */
  record(req: Request, problem: Problem): Promise<void> | undefined {
    const write = auditContextOf(req);
    if (!this.trail || !this.clock || !write || problem.status >= 500) return undefined;
    const at = this.clock.now();
    const entry: AuditEntry = { ...write, at, outcome: 'refused', reason: errorCodeOf(problem) };
    // The refusal is sent even if it cannot be recorded.
    return this.trail.append(entry).catch((error: unknown) => {
      this.logger.error({ msg: 'a refused write could not be recorded', err: error });
    });
  }
}
