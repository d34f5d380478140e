import { HolderProofStore, ResultStore } from '@governance/assessments';
import { isHolder, type Ownership } from '@governance/certificates';
import { RateLimits } from '@governance/deliveries';
import { asUuid, Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { type Confirmation, confirmationMs, OwnershipLinks } from './ownership-links';

/** Attempts within an hour. An ownership code has 128 bits: the limits are against load, not guessing. */
const limits = { client: 20, certificate: 60 };
const windowMs = 60 * 60_000;
/** RFC 5321, and more than a code has. */
const longest = { address: 254, code: 64 };

/** What a link shows. */
export type ShownConfirmation = Confirmation & {
  readonly state: 'confirmed' | 'ended' | 'withdrawn';
  readonly endsAt: Date;
};

/** Proofs that a certificate is the holder's, for a person beside them. Stores nothing but counters of attempts. */
@Injectable()
export class OwnershipService {
  constructor(
    private readonly proofs: HolderProofStore,
    private readonly results: ResultStore,
    private readonly limits: RateLimits,
    private readonly links: OwnershipLinks,
    private readonly clock: Clock,
  ) {}

  /** The id of a certificate that can be proven. @throws Problem `not_found` for an unknown or withdrawn one. */
  async certificate(id: string): Promise<string> {
    const known = asUuid(id);
    const result = known === undefined ? undefined : await this.results.findVerifiable(known);
    if (!result || result.withdrawal) throw new Problem('not_found', 'there is no such certificate');
    return result.id;
  }

  /**
   * A link that confirms the ownership; undefined for a wrong address, a wrong code and a certificate without an address alike.
   * @throws Problem `too_many`
   */
  async prove(id: string, given: Ownership, client: string): Promise<string | undefined> {
    const resultId = await this.certificate(id);
    await this.count(`ownership client ${client}`, limits.client);
    await this.count(`ownership certificate ${resultId}`, limits.certificate);
    if (given.address.length > longest.address || given.code.length > longest.code) return undefined;
    const owned = isHolder(await this.proofs.find(resultId), given);
    return owned ? this.links.of({ resultId, provenAt: this.clock.now() }) : undefined;
  }

  /** @throws Problem `not_found` for a link that is not ours. */
  async shown(link: string): Promise<ShownConfirmation> {
    const confirmation = this.links.read(link);
    const result = confirmation && (await this.results.findVerifiable(confirmation.resultId));
    if (!confirmation || !result) throw new Problem('not_found', 'there is no such confirmation');
    const endsAt = new Date(confirmation.provenAt.getTime() + confirmationMs);
    if (result.withdrawal) return { ...confirmation, endsAt, state: 'withdrawn' };
    return { ...confirmation, endsAt, state: this.clock.now() < endsAt ? 'confirmed' : 'ended' };
  }

  private async count(key: string, limit: number): Promise<void> {
    const hit = { key, limit, windowMs, now: this.clock.now() };
    await this.limits.hitOrRefuse(
      hit,
      (options) => new Problem('too_many', 'too many attempts, try again later', options),
    );
  }
}
