import { ResultStore, type VerifiableResult } from '@governance/assessments';

export const resultId = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';

export const oneResult: VerifiableResult = {
  id: resultId,
  createdAt: new Date('2026-11-19T23:30:00Z'),
  mode: 'msp-self',
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: true,
  rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
};

/** A store with one result, of which a client may read no more than verification. */
export class OneResult extends ResultStore {
  asked = 0;
  constructor(private readonly known = oneResult) {
    super();
  }
  create = (): Promise<never> => Promise.reject(new Error('not used'));
  createOnce = (): Promise<never> => Promise.reject(new Error('not used'));
  find = (): Promise<never> => Promise.reject(new Error('reads more than verification may'));
  findVerifiable = (asked: string): Promise<VerifiableResult | undefined> => {
    this.asked += 1;
    return Promise.resolve(asked === resultId ? this.known : undefined);
  };
}
