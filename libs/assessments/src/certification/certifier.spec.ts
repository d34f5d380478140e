import { type SurveyResult } from '../survey-result';
import {
  type Certification,
  CredentialSigner,
  type SignedCredential,
  statusEntryOf,
  statusListSize,
  type StatusEntry,
} from './certification';
import { CertificationStore, type CertifiedResult } from './certification-store.port';
import { Certifier } from './certifier';

function resultNamed(id: string): SurveyResult {
  return {
    id,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    mode: 'msp-self',
    rubric: { id: 'rubric', version: '1.0.0', sha256: 'ab' },
    answers: {},
    outcome: {
      overallScore: 71,
      tier: 'Progressing',
      launchAllowed: true,
      launchReason: '',
      domainScores: [],
    },
  };
}

class FakeStore extends CertificationStore {
  readonly kept = new Map<string, Certification>();
  private numbers = 0;

  constructor(readonly results: SurveyResult[]) {
    super();
  }

  override uncertified(limit: number): Promise<SurveyResult[]> {
    return Promise.resolve(this.results.filter(({ id }) => !this.kept.has(id)).slice(0, limit));
  }

  override takeStatusEntries(count: number): Promise<StatusEntry[]> {
    return Promise.resolve(Array.from({ length: count }, () => statusEntryOf(this.numbers++)));
  }

  override keep(certified: readonly CertifiedResult[]): Promise<void> {
    for (const { resultId, certification } of certified)
      if (!this.kept.has(resultId)) this.kept.set(resultId, certification);
    return Promise.resolve();
  }

  override find(resultId: string): Promise<Certification | undefined> {
    return Promise.resolve(this.kept.get(resultId));
  }
}

class CountingSigner extends CredentialSigner {
  signatures = 0;

  override sign({ id }: SurveyResult, { list, index }: StatusEntry): Promise<SignedCredential> {
    this.signatures += 1;
    return Promise.resolve({ credential: `${id} at ${list}/${index}, ${this.signatures}`, keyId: 'key' });
  }
}

describe('the certifier', () => {
  it('certifies all results, batch after batch, and then none', async () => {
    const store = new FakeStore(Array.from({ length: 250 }, (_, index) => resultNamed(String(index))));
    const certifier = new Certifier(store, new CountingSigner());
    const lots = [
      await certifier.certifyNext(),
      await certifier.certifyNext(),
      await certifier.certifyNext(),
    ];
    expect([...lots, await certifier.certifyNext()]).toEqual([100, 100, 50, 0]);
    const places = [...store.kept.values()].map(({ status }) => `${status.list} ${status.index}`);
    expect(new Set(places).size).toBe(250);
  });

  it('certifies a result on demand, once', async () => {
    const store = new FakeStore([resultNamed('a')]);
    const signer = new CountingSigner();
    const certifier = new Certifier(store, signer);
    const first = await certifier.certify(resultNamed('a'));
    expect(await certifier.certify(resultNamed('a'))).toEqual(first);
    expect(signer.signatures).toBe(1);
  });

  it('returns the credential stored first when two are made at once', async () => {
    const store = new FakeStore([resultNamed('a')]);
    const signer = new CountingSigner();
    const [one, other] = await Promise.all(
      [1, 2].map(() => new Certifier(store, signer).certify(resultNamed('a'))),
    );
    expect(signer.signatures).toBe(2);
    expect(one).toEqual(other);
  });
});

describe('the place of a certificate in the status lists', () => {
  it('is unique, fills one list before the next, and is not adjacent to the previous place', () => {
    const places = Array.from({ length: statusListSize }, (_, number) => statusEntryOf(number));
    expect(new Set(places.map(({ index }) => index)).size).toBe(statusListSize);
    expect(new Set(places.map(({ list }) => list))).toEqual(new Set([0]));
    expect(statusEntryOf(statusListSize)).toEqual({ list: 1, index: 0 });
    expect(Math.abs((places[11]?.index ?? 0) - (places[10]?.index ?? 0))).toBeGreaterThan(1_000);
  });
});
