import { DomainsService } from './domains.service';
import { type Domain, type HeldDomains } from '../domains/domains.store';

const orgId = 'org_acme';
const name = 'acme.example';
const domain: Domain = {
  name,
  connectionId: null,
  challenge: 'the-challenge',
  challengeExpiresAt: new Date(0),
  isExpired: false,
  provenAt: null,
  missingSince: null,
  lapsedAt: null,
  createdAt: new Date(0),
};
const proven: Domain = { ...domain, provenAt: new Date(1) };

class FakeDomains implements HeldDomains {
  others = 0;
  known: Domain | undefined = domain;
  afterProof: Domain | 'taken' | undefined = proven;
  readonly put: HeldDomains['put'] = jest.fn(() => Promise.resolve(this.known));
  readonly prove = jest.fn(() => Promise.resolve(this.afterProof));

  hold<Result>(_orgId: string, work: (domains: HeldDomains) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  countOthers(): Promise<number> {
    return Promise.resolve(this.others);
  }

  list(): Promise<Domain[]> {
    return Promise.resolve(this.known ? [this.known] : []);
  }

  find(): Promise<Domain | undefined> {
    return Promise.resolve(this.known);
  }

  remove(): Promise<void> {
    this.known = undefined;
    return Promise.resolve();
  }
}

describe('DomainsService', () => {
  let domains: FakeDomains;
  let service: DomainsService;
  beforeEach(() => {
    domains = new FakeDomains();
    service = new DomainsService(domains, { resolve: () => Promise.resolve([domain.challenge]) });
  });

  it('adds the hundredth domain, and refuses the next one', async () => {
    domains.others = 99;
    expect(await service.put(orgId, name, undefined)).toBe(domain);
    domains.others = 100;
    await expect(service.put(orgId, name, undefined)).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the organization has reached its limit of domains',
    });
    expect(domains.put).toHaveBeenCalledTimes(1);
  });

  it('proves a domain whose challenge is in the DNS', async () => {
    expect(await service.check(orgId, name)).toEqual({ domain: proven, problem: undefined });
  });

  it('refuses a domain that another organization has proven', async () => {
    domains.afterProof = 'taken';
    await expect(service.check(orgId, name)).rejects.toMatchObject({
      kind: 'conflict',
      text: 'another organization has proven the domain',
    });
  });

  it.each([
    ['an expired challenge', { ...domain, isExpired: true }, 'challenge_expired'],
    ['another challenge', { ...domain, challenge: 'another' }, 'record_differs'],
  ])('proves nothing by %s', async (_, known, problem) => {
    domains.known = known;
    expect(await service.check(orgId, name)).toEqual({ domain: known, problem });
    expect(domains.prove).not.toHaveBeenCalled();
  });

  it('answers 404 for an unknown domain, and for one that was removed during the check', async () => {
    domains.afterProof = undefined;
    await expect(service.check(orgId, name)).rejects.toMatchObject({ kind: 'not_found' });
    domains.known = undefined;
    await expect(service.check(orgId, name)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(service.put(orgId, name, undefined)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
