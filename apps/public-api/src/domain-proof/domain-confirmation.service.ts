import { type DomainProof, DomainProofs } from '@governance/assessments';
import { Clock, Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { DomainLinks } from './domain-links';

/** What a mailbox of a domain confirms: that a certificate may name the domain. */
@Injectable()
export class DomainConfirmationService {
  constructor(
    private readonly proofs: DomainProofs,
    private readonly links: DomainLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` for a link that is not ours, was used, was replaced or has expired */
  async find(token: string): Promise<DomainProof> {
    const id = this.links.idOf(token);
    const proof = id === undefined ? undefined : await this.proofs.find(id);
    if (!proof || !this.links.isOf(token, proof) || proof.expiresAt <= this.clock.now()) throw noSuchLink();
    return proof;
  }

  /** Can be repeated. @throws Problem `not_found` */
  async confirm(token: string): Promise<DomainProof> {
    const proof = await this.find(token);
    if (!(await this.proofs.confirm(proof, this.clock.now()))) throw noSuchLink();
    return proof;
  }
}

function noSuchLink(): Problem {
  return new Problem('not_found', 'there is no such link');
}
