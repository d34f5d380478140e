import { Clock } from '@governance/kernel';
import { type TokenCutOff, TokenCutOffs, type TokenHolder } from '@governance/iam';
import { Injectable, Optional } from '@nestjs/common';
import { SessionEndIntake } from './session-end-intake.port';

/** How long reads use a cached cut-off. */
const freshMs = 60_000;
/** Users who call within one minute; a few hundred bytes each. */
const capacity = 10_000;

interface Known {
  readonly cutOff: TokenCutOff | undefined;
  /** When it was read. */
  readonly asOfMs: number;
}

/** Reads cut-offs from the store: one indexed read for each write of a user, and one per minute for their reads. */
@Injectable()
export class RecordedCutOffs {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly cutOffs: TokenCutOffs,
    private readonly clock: Clock,
    @Optional() private readonly sessionEnds?: SessionEndIntake,
  ) {}

  /** Current before a write, otherwise at most a minute old. Rejects with `StoreUnavailable`. */
  async find(
    holder: TokenHolder,
    { isWrite }: { readonly isWrite: boolean },
  ): Promise<TokenCutOff | undefined> {
    const id = JSON.stringify([holder.issuer, holder.subject, holder.orgId]);
    const asOfMs = this.clock.now().getTime();
    const known = this.known.get(id);
    if (!isWrite && known !== undefined && isFresh(known, asOfMs)) return known.cutOff;
    await this.sessionEnds?.takeIn();
    const cutOff = await this.cutOffs.find(holder);
    this.keep(id, { cutOff, asOfMs });
    return cutOff;
  }

  private keep(id: string, known: Known): void {
    this.known.delete(id);
    this.known.set(id, known);
    if (this.known.size <= capacity) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

/** A clock that was set back does not make an entry fresh. */
function isFresh({ asOfMs }: Known, nowMs: number): boolean {
  return asOfMs <= nowMs && nowMs - asOfMs < freshMs;
}
