import { nodePrimitives, Random } from '@governance/testing';
import { forgedEntries } from '../spec/forged-entries';
import { forgedHistories } from '../spec/forged-histories';
import { type ForgeryKind } from '../spec/forgery-kind';
import { pageOf, rubric, SmallIssuer } from '../spec/small-issuer';
import { type Forgery, stolenAt, Thief, type Withdrawal } from '../spec/thief';
import { type Quorum, sufficientAt, type WatchedCertificate, WatchedLog } from '../spec/watched-log';
import { findingsOn } from './findings';
import { type Primitives } from './primitives.port';
import { refusalOf, type Verdict, verdictOf, verdictOn } from './verdict';
import { type VerificationInput } from './verification-input';

const now = new Date('2026-12-01T00:00:00Z');
const kinds: readonly ForgeryKind[] = [...forgedEntries, ...forgedHistories];
const forgeries = 10_000;
const runs = Math.ceil(forgeries / kinds.length);
const quorums: readonly Quorum[] = ['2 of 2', '2 of 3'];
const isoTime = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;

describe('a thief of all keys but those of enough witnesses', () => {
  const random = new Random(20_261_128);
  const watched = new WatchedLog();
  const keys = SmallIssuer.keySet([watched.issuer]);
  const list = watched.issuer.statusList([], now);
  const certificates: WatchedCertificate[] = [];
  const withdrawals: Withdrawal[] = [];
  const thief = new Thief(watched, random, certificates, withdrawals);

  /** A day of honest work, before the theft. */
  beforeAll(async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      const at = new Date(stolenAt.getTime() - 86_400_000 + minute * 60_000);
      const issued = await watched.issue(thief.claims({ issuedAt: at }), { salt: thief.salt(), at });
      if (minute % 4 > 0) certificates.push(issued);
      else {
        const { id } = issued.claims;
        const event = { kind: 'withdrawn', id, salt: thief.salt(), at } as const;
        withdrawals.push({ issued, withdrawal: await watched.add(event) });
      }
    }
  });

  function inputOf({ certificate }: Forgery, quorum: Quorum): VerificationInput {
    const log = watched.trust(quorum);
    return { certificate, keys, rubrics: [rubric], log, statusList: () => Promise.resolve({ list }) };
  }

  /** The page shows what the attached result says. */
  function primitivesFor({ result }: Forgery): Primitives {
    return { ...nodePrimitives, readPage: () => Promise.resolve(pageOf(result)) };
  }

  function verdictFor(forgery: Forgery, quorum: Quorum): Promise<Verdict> {
    return findingsOn(inputOf(forgery, quorum), primitivesFor(forgery)).then(
      (findings) => verdictOf(findings, now),
      refusalOf,
    );
  }

  it.each(quorums)(
    'finds genuine certificates green beside these forgeries, with %s witnesses',
    async (quorum) => {
      for (const certificate of certificates) {
        const verdict = await verdictFor(thief.reissued(certificate, certificate.proof), quorum);
        const witnessedAt = new Date(sufficientAt(certificate.seenAt, quorum, false) * 1000);
        expect(verdict).toMatchObject({
          colour: 'green',
          findings: { logEntry: { index: certificate.index, witnessedAt } },
        });
      }
    },
  );

  it(`makes no certificate green that the witnessed log does not have, and none states an earlier time, of ${runs * kinds.length}`, async () => {
    const tally: Record<string, Record<string, number>> = {};
    const wrong: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const quorum = quorums[run % 2] ?? '2 of 2';
      for (const kind of kinds) {
        const forgery = await kind.forge(thief);
        const verdict = await verdictFor(forgery, quorum);
        const colours = (tally[kind.name] ??= {});
        colours[verdict.colour] = (colours[verdict.colour] ?? 0) + 1;
        const problem = problemOf(kind, forgery, { verdict, quorum });
        if (problem !== undefined) wrong.push(`${kind.name}, ${quorum}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tally).toEqual(Object.fromEntries(kinds.map(({ name, colour }) => [name, { [colour]: runs }])));
    expect(runs * kinds.length).toBeGreaterThanOrEqual(forgeries);
  });

  it('gets the same verdicts from programs, which first check themselves', async () => {
    for (const kind of kinds) {
      const forgery = await kind.forge(thief);
      const found = await verdictOn(inputOf(forgery, '2 of 3'), primitivesFor(forgery), now);
      expect(found).toEqual(await verdictFor(forgery, '2 of 3'));
      expect([kind.name, found.colour]).toEqual([kind.name, kind.colour]);
    }
  });

  /** What is wrong with a verdict, beside its colour. */
  function problemOf(
    { sentence, isWitnessStolen = false }: ForgeryKind,
    { logged }: Forgery,
    { verdict, quorum }: { readonly verdict: Verdict; readonly quorum: Quorum },
  ): string | undefined {
    if (!sentence.test(verdict.sentence)) return verdict.sentence;
    const stated = timesOf(verdict);
    if (!logged)
      return verdict.colour === 'green' || stated.length > 0 ? 'confirmed without an entry' : undefined;
    const earliest = sufficientAt(logged.seenAt, quorum, isWitnessStolen);
    const isLate = stated.length === 2 && stated.every((time) => time >= earliest);
    return isLate ? undefined : `states ${stated.join()}`;
  }
});

/** The times of the log that a verdict states, in words and for programs, in seconds since 1970. */
function timesOf(verdict: Verdict): readonly number[] {
  if (!('findings' in verdict)) return [];
  const { checked, logEntry } = verdict.findings;
  const words = checked.filter((text) => text.includes('public log')).join(' ');
  const times = [...(words.match(isoTime) ?? []).map((text) => new Date(text)), logEntry?.witnessedAt];
  return times.filter((time) => time !== undefined).map((time) => time.getTime() / 1000);
}
