import { ResultStore, type VerifiableResult } from '@governance/assessments';
import { FixedClock } from '@governance/testing';
import { VerificationService } from '@governance/verification';
import { BadgeService } from './badge.service';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const result: VerifiableResult = {
  id,
  createdAt: new Date('2026-11-19T23:30:00Z'),
  mode: 'msp-self',
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: true,
  rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
};

class OneResult extends ResultStore {
  asked = 0;
  constructor(private readonly known: VerifiableResult) {
    super();
  }
  create = (): Promise<void> => Promise.reject(new Error('not used'));
  createOnce = (): Promise<never> => Promise.reject(new Error('not used'));
  find = (): Promise<never> => Promise.reject(new Error('a badge must not read more than verification may'));
  findVerifiable = (asked: string): Promise<VerifiableResult | undefined> => {
    this.asked += 1;
    return Promise.resolve(asked === id ? this.known : undefined);
  };
}

function badges(known: VerifiableResult = result): { service: BadgeService; store: OneResult } {
  const store = new OneResult(known);
  const settings = {
    publicBaseUrl: 'https://assess.example.org',
    platformBaseUrl: 'https://api.example.org',
  };
  const verification = new VerificationService(store, new FixedClock(), settings);
  return { service: new BadgeService(verification), store };
}

describe('BadgeService', () => {
  it('says what the record says', async () => {
    const { status, svg } = await badges().service.badgeOf(id.toUpperCase());
    expect(status).toBe(200);
    expect(svg).toContain('Progressing · 71 of 100 · ready to launch');
  });

  it('says that a launch was refused', async () => {
    const { svg } = await badges({ ...result, launchAllowed: false }).service.badgeOf(id);
    expect(svg).toContain('not ready to launch');
  });

  it('repeats nothing of a certificate that was withdrawn', async () => {
    const withdrawal = { at: new Date('2026-11-22T09:00:00Z'), reason: 'misused' } as const;
    const { status, svg } = await badges({ ...result, withdrawal }).service.badgeOf(id);
    expect(status).toBe(200);
    expect(svg).toContain('certificate withdrawn');
    expect(svg).not.toMatch(/71|Progressing/);
  });

  it('has a badge for what is no certificate', async () => {
    const { status, svg } = await badges().service.badgeOf(id.replace('3', '4'));
    expect({ status, says: svg.includes('no such certificate') }).toEqual({ status: 404, says: true });
  });

  it('does not ask the store for what cannot be an id', async () => {
    const { service, store } = badges();
    expect((await service.badgeOf('nonsense')).status).toBe(404);
    expect(store.asked).toBe(0);
  });
});
