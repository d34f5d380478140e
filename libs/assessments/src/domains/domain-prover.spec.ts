import { proofMailboxes, type ProofWay } from './domain-proof';
import { type CertifiedDomain, DomainProofQueue, type DueProof } from './domain-proof-queue.port';
import { DomainProver, type ProofOutcome } from './domain-prover';
import { type CertificationStore } from '../certification/certification-store.port';
import { type CertifiableResult } from '../certification/certification';
import { type KeyedCreation, ResultStore } from '../result-store.port';
import { type SurveyResult } from '../survey-result';
import { type VerifiableResult } from '../verification-record';

const now = new Date('2026-11-20T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
const later = (days: number): Date => new Date(now.getTime() + days * dayMs);

/** One due domain. Records what becomes of it. */
class RecordingQueue extends DomainProofQueue {
  readonly calls: string[] = [];
  proven: CertifiedDomain | undefined;
  isHeld = true;

  constructor(private readonly due: DueProof | undefined) {
    super();
  }

  find(): Promise<DueProof | undefined> {
    return Promise.resolve(this.due);
  }
  prove(_due: DueProof, certified: CertifiedDomain): Promise<boolean> {
    this.proven = certified;
    return this.record(`prove ${certified.way}`);
  }
  refuse(_due: DueProof, problem: string): Promise<boolean> {
    return this.record(`refuse ${problem}`);
  }
  keep(_due: DueProof, { missingAnswers }: { missingAnswers: number }): Promise<boolean> {
    return this.record(`keep ${missingAnswers}`);
  }
  askAgain(): Promise<boolean> {
    return this.record('ask again');
  }
  end(): Promise<boolean> {
    return this.record('end');
  }
  private record(call: string): Promise<boolean> {
    this.calls.push(call);
    return Promise.resolve(this.isHeld);
  }
}

const asked: DueProof = {
  resultId: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  name: 'msp.example',
  challenge: 'challenge',
  expiresAt: later(7),
  dueAt: now,
  lease: 'lease',
  missingSince: null,
  missingAnswers: 0,
};
const provenBy = (way: ProofWay, until?: Date): Partial<DueProof> => ({
  proven: { at: later(-30), way, ...(until && { until }) },
});

const rubric = { id: 'rubric', version: '1.0.0', sha256: 'abc' };
const outcome = { overallScore: 71, tier: 'Progressing', launchAllowed: true } as const;
const result = { id: asked.resultId, createdAt: now, mode: 'msp-self', rubric } as const;

/** One result, withdrawn or not. */
class StoredResult extends ResultStore {
  constructor(private readonly isWithdrawn: boolean) {
    super();
  }
  create(): Promise<void> {
    return Promise.resolve();
  }
  createOnce(): Promise<KeyedCreation> {
    return Promise.resolve({ kind: 'created' });
  }
  find(): Promise<SurveyResult> {
    const details = { launchReason: '', domainScores: [] };
    return Promise.resolve({ ...result, answers: {}, outcome: { ...outcome, ...details } });
  }
  findVerifiable(): Promise<VerifiableResult> {
    const withdrawal = { at: now, reason: 'misused' } as const;
    return Promise.resolve({ ...result, ...outcome, ...(this.isWithdrawn && { withdrawal }) });
  }
}

interface World {
  readonly due?: Partial<DueProof>;
  readonly texts?: readonly string[] | Error;
  readonly isWithdrawn?: boolean;
  readonly isHeld?: boolean;
}

async function checked({ due = {}, texts = [], isWithdrawn = false, isHeld = true }: World): Promise<{
  readonly queue: RecordingQueue;
  readonly outcome: ProofOutcome | undefined;
  readonly lookups: readonly string[];
  readonly signed: readonly CertifiableResult[];
}> {
  const queue = new RecordingQueue({ ...asked, ...due });
  queue.isHeld = isHeld;
  const lookups: string[] = [];
  const signed: CertifiableResult[] = [];
  const prover = new DomainProver({
    queue,
    results: new StoredResult(isWithdrawn),
    certifications: {
      takeStatusEntries: () => Promise.resolve([{ list: 0, index: 7 }]),
    } as Partial<CertificationStore> as CertificationStore,
    signer: {
      sign: (certifiable) => {
        signed.push(certifiable);
        return Promise.resolve({ credential: 'signed', keyId: 'key' });
      },
    },
    resolver: {
      resolve: (name) => {
        lookups.push(name);
        return texts instanceof Error ? Promise.reject(texts) : Promise.resolve(texts);
      },
    },
    now: () => now,
  });
  const outcome = await prover.check({ key: asked.resultId, lease: 'lease' });
  return { queue, outcome, lookups, signed };
}

describe('DomainProver', () => {
  it('proves a domain whose record has the challenge, with a credential that names it', async () => {
    const { queue, outcome: proof, lookups, signed } = await checked({ texts: ['other', 'challenge'] });
    expect(proof).toBe('proven');
    expect(lookups).toEqual(['_governance-challenge.msp.example']);
    expect(signed).toMatchObject([{ id: asked.resultId, domain: { name: 'msp.example', provenAt: now } }]);
    expect(queue.proven).toEqual({
      name: 'msp.example',
      provenAt: now,
      way: 'dns',
      certification: { credential: 'signed', keyId: 'key', status: { list: 0, index: 7 } },
      dueAt: later(1),
    });
  });

  it.each<[World, string]>([
    [{ texts: [] }, 'refuse record_missing'],
    [{ texts: ['other'] }, 'refuse record_differs'],
    [{ texts: new Error('SERVFAIL') }, 'refuse lookup_failed'],
    [{ texts: ['challenge'], due: { expiresAt: now } }, 'refuse challenge_expired'],
  ])('does not prove %j', async (world, call) => {
    const { queue, signed } = await checked(world);
    expect([queue.calls, signed]).toEqual([[call], []]);
  });

  it('proves a domain whose mail was confirmed, without a lookup, until the result should be renewed', async () => {
    const { queue, lookups } = await checked({ due: { confirmedAt: now } });
    expect([queue.calls, lookups]).toEqual([['prove mail'], []]);
    expect(queue.proven).toMatchObject({
      dueAt: new Date('2027-10-21T12:00:00.000Z'),
      until: new Date('2027-11-20T12:00:00.000Z'),
    });
  });

  it.each<[string, World, string]>([
    ['keeps a proof whose record is there', { texts: ['challenge'] }, 'keep 0'],
    ['counts an answer without the record', { texts: ['other'] }, 'keep 1'],
    ['counts nothing for a failed lookup', { texts: new Error('SERVFAIL') }, 'keep 0'],
    [
      'ends a proof whose record is missing for seven days',
      { due: { missingSince: later(-7), missingAnswers: 6 } },
      'end',
    ],
  ])('%s', async (_what, world, call) => {
    const { queue } = await checked({ ...world, due: { ...provenBy('dns'), ...world.due } });
    expect(queue.calls).toEqual([call]);
  });

  it.each<[string, Date, string]>([
    ['asks the domain again before a proof by mail ends', later(30), 'ask again'],
    ['ends a proof by mail that was not confirmed again', now, 'end'],
  ])('%s', async (_what, until, call) => {
    const { queue, lookups } = await checked({ due: provenBy('mail', until) });
    expect([queue.calls, lookups]).toEqual([[call], []]);
  });

  it('signs nothing for a withdrawn certificate', async () => {
    const { queue, signed } = await checked({ texts: ['challenge'], isWithdrawn: true });
    expect([queue.calls, signed]).toEqual([['end'], []]);
  });

  it('reports a lost lease', async () => {
    for (const world of [{ texts: ['challenge'] }, {}, { due: provenBy('mail', now) }])
      expect((await checked({ ...world, isHeld: false })).outcome).toBe('lost');
  });

  it('mails to mailboxes that only those who control a domain read', () => {
    expect(proofMailboxes).toEqual(['postmaster', 'admin', 'hostmaster']);
  });
});
