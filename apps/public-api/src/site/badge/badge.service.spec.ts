import { type VerifiableResult } from '@governance/assessments';
import { FixedClock } from '@governance/testing';
import { VerificationService } from '@governance/verification';
import { OneResult, oneResult, resultId as id } from '../../../spec/one-result';
import { BadgeService } from './badge.service';

function badges(known: VerifiableResult = oneResult): { service: BadgeService; store: OneResult } {
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
    const { svg } = await badges({ ...oneResult, launchAllowed: false }).service.badgeOf(id);
    expect(svg).toContain('not ready to launch');
  });

  it('repeats nothing of a certificate that was withdrawn', async () => {
    const withdrawal = { at: new Date('2026-11-22T09:00:00Z'), reason: 'misused' } as const;
    const { status, svg } = await badges({ ...oneResult, withdrawal }).service.badgeOf(id);
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
