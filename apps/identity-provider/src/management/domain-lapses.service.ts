import { Injectable } from '@nestjs/common';
import { type DomainLapse, ProvenDomainsStore } from '../domains/proven-domains.store';

/** The most lapses in an answer. */
const most = 100;

/** Proofs of domains that have ended, until the platform has recorded them. */
@Injectable()
export class DomainLapsesService {
  constructor(private readonly domains: ProvenDomainsStore) {}

  /** Oldest first. */
  list(): Promise<DomainLapse[]> {
    return this.domains.lapses(most);
  }

  remove(id: string): Promise<void> {
    return this.domains.removeLapse(id);
  }
}
