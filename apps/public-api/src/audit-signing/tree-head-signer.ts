import { type JoseIssuer } from '@governance/certificates';
import { type HeadMemory, type RememberedHead, type TreeHeads, type UnsignedHead } from '@governance/iam';
import { type Clock } from '@governance/kernel';
import { isExtension, MissingTile } from '@governance/transparency';
import { Logger } from '@nestjs/common';

export interface SignerParts {
  readonly heads: TreeHeads;
  readonly issuer: JoseIssuer;
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

  /** False when the head is refused. It is tried again: the hashes that show its consistency may come later. */
  async sign(head: UnsignedHead): Promise<boolean> {
    const { memory, clock } = this.parts;
    const now = clock.now();
    if (memory === undefined) return this.keep(head, { at: now });
    const last = await memory.last(head.orgId);
    if (last !== undefined && !(await this.isExtension(last, head))) return this.refuse(head, last);
    if (last === undefined && head.hasSigned)
      this.logger.error({
        msg: 'audit memory lost: a signed tree begins again',
        orgId: head.orgId,
        size: head.size,
      });
    const rememberedSince = last?.since ?? now;
    // First: after a crash, the same head is signed, and no other.
    await memory.remember({ orgId: head.orgId, size: head.size, root: head.root, since: rememberedSince });
    return this.keep(head, { at: now, rememberedSince });
  }

  private async keep(
    { orgId, size, root }: UnsignedHead,
    times: { readonly at: Date; readonly rememberedSince?: Date },
  ): Promise<true> {
    const head = { orgId, size, root, at: times.at, rememberedSince: times.rememberedSince };
    await this.parts.heads.keep(head, await this.parts.issuer.signTreeHead(head));
    return true;
  }

  private async isExtension(last: RememberedHead, head: UnsignedHead): Promise<boolean> {
    if (head.size < last.size) return false;
    try {
      return isExtension(last, await this.parts.heads.consistencyPath(head, last.size), head);
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
