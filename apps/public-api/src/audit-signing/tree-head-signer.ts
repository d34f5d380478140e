import { type JoseIssuer } from '@governance/certificates';
import { type HeadMemory, type RememberedHead, type TreeHeads, type UnsignedHead } from '@governance/iam';
import { type Clock } from '@governance/kernel';
import { isExtension, MissingTile } from '@governance/transparency';
import { Logger } from '@nestjs/common';

export interface SignerParts {
  readonly heads: TreeHeads;
  readonly issuer: Pick<JoseIssuer, 'signTreeHead'>;
  readonly clock: Clock;
  /** Without one, every head is signed, and says so. */
  readonly memory: HeadMemory | undefined;
}

/**
 * Signs tree heads, and states when. The database is not trusted: a head must extend the last one that the signer remembers. A
 * tree that was made again without one of its events gets no signature.
 */
export class TreeHeadSigner {
  private readonly logger = new Logger('AuditSigning');
  /** The size of the head that was refused last, by organization: each refusal is logged once. */
  private readonly refused = new Map<string, number>();

  constructor(private readonly parts: SignerParts) {}

  /**
   * False when the head is refused, or another signer is ahead. It is tried again: the hashes that show its consistency may come
   * later.
   */
  async sign(head: UnsignedHead): Promise<boolean> {
    const { memory, clock } = this.parts;
    const now = clock.now();
    if (memory === undefined) return this.keep(head, { at: now });
    const last = await memory.last(head.orgId);
    if (last === undefined) this.begin(head);
    else if (!(await this.isNext(last, head))) return false;
    const next = nextOf(last, head, now);
    // First: after a crash, the same head is signed, and no other.
    if (next !== last && !(await memory.remember(next))) return false;
    return this.keep(head, { at: now, rememberedSince: next.since });
  }

  private begin({ orgId, size, hasSigned }: UnsignedHead): void {
    if (hasSigned) this.logger.error({ msg: 'audit memory lost: a signed tree begins again', orgId, size });
  }

  private async isNext(last: RememberedHead, head: UnsignedHead): Promise<boolean> {
    if (!(await this.isConsistent(last, head))) return this.refuse(head, last);
    // A smaller head, signed after the last one, would say that the events since then do not exist. The last one covers its events.
    return head.size >= last.size;
  }

  private async keep(
    { orgId, size, root }: UnsignedHead,
    times: { readonly at: Date; readonly rememberedSince?: Date },
  ): Promise<true> {
    const head = { orgId, size, root, at: times.at, rememberedSince: times.rememberedSince };
    await this.parts.heads.keep(head, await this.parts.issuer.signTreeHead(head));
    return true;
  }

  /** Whether the larger one of the trees begins with the other one, as the hashes of the database show it. */
  private async isConsistent(last: RememberedHead, head: UnsignedHead): Promise<boolean> {
    const [earlier, later] = head.size < last.size ? [head, last] : [last, head];
    try {
      return isExtension(earlier, await this.parts.heads.consistencyPath(later, earlier.size), later);
    } catch (error) {
      if (error instanceof MissingTile) return false;
      throw error;
    }
  }

  private refuse({ orgId, size }: UnsignedHead, last: RememberedHead): false {
    if (this.refused.get(orgId) !== size)
      this.logger.error({
        msg: 'audit tree head refused: it does not extend the last one',
        orgId,
        size,
        last: last.size,
      });
    this.refused.set(orgId, size);
    return false;
  }
}

/** The last one again, if that is what is to be signed. */
function nextOf(
  last: RememberedHead | undefined,
  { orgId, size, root }: UnsignedHead,
  now: Date,
): RememberedHead {
  if (last === undefined) return { orgId, place: 1, size, root, since: now };
  return last.size === size ? last : { orgId, place: last.place + 1, size, root, since: last.since };
}
