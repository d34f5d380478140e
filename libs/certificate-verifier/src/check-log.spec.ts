import { nodePrimitives, Random } from '@governance/testing';
import { type Claims, type Layout, pageOf, rubric, SmallIssuer } from '../spec/small-issuer';
import { type Forgery, Thief } from '../spec/thief';
import { type WatchedCertificate, WatchedLog } from '../spec/watched-log';
import { logTrust, type LogTrust } from './log-trust';
import { type Verdict, verdictOn } from './verdict';

const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';
const at = new Date('2026-11-28T06:35:10Z');
const claims: Claims = { id, issuedAt: at, overallScore: 71, statusIndex: 7 };
const genuine = 'Genuine: the certificate is as it was issued, and it was not withdrawn.';
const holder = 'who holds it: ask the holder for the address and the ownership code';

describe('the public log in the verdict', () => {
  const watched = new WatchedLog();
  const { issuer } = watched;
  const list = issuer.statusList([], new Date('2026-12-01T00:00:00Z'));
  const thief = new Thief(watched, new Random(1), [], []);
  let logged: WatchedCertificate;

  beforeAll(async () => {
    logged = await watched.issue(claims, { salt: thief.salt(), at });
  });

  /** By a quorum of the three witnesses; 0 for none. */
  const trust = (
    source: LogTrust['source'],
    quorum = 2,
    keysBeforeLog: readonly string[] = [],
  ): LogTrust => ({
    ...watched.parts.trust({ quorum, keysBeforeLog }),
    source,
  });

  function verdict({ certificate, result }: Omit<Forgery, 'logged'>, log?: LogTrust): Promise<Verdict> {
    const input = {
      certificate,
      keys: SmallIssuer.keySet([issuer]),
      rubrics: [rubric],
      log,
      statusList: () => Promise.resolve({ list }),
    };
    const primitives = { ...nodePrimitives, readPage: () => Promise.resolve(pageOf(result)) };
    return verdictOn(input, primitives, new Date('2026-12-01T00:00:00Z'));
  }

  function unlogged(layout: Layout, more: Partial<Claims> = {}): Forgery {
    return thief.file({ ...claims, ...more }, { layout });
  }

  it('states the earliest time at which enough witnesses of a trust file had seen the entry', async () => {
    const found = await verdict(thief.reissued(logged, logged.proof), trust('file'));
    expect(found).toMatchObject({
      colour: 'green',
      sentence: genuine,
      findings: {
        unchecked: [holder],
        missing: [],
        reservations: [],
        logEntry: { index: 0, witnessedAt: new Date('2026-11-28T06:35:14Z') },
      },
    });
    expect(found).toHaveProperty(
      'findings.checked',
      expect.arrayContaining([
        'It has been entry 0 of the public log since 2026-11-28T06:35:14.000Z, confirmed by 2 of 3 witnesses',
      ]),
    );
  });

  it('says who named the witnesses, if the issuer did', async () => {
    const found = await verdict(thief.reissued(logged, logged.proof), trust('issuer'));
    expect(found).toMatchObject({
      colour: 'green',
      findings: {
        checked: expect.arrayContaining([
          'It has been entry 0 of the public log since 2026-11-28T06:35:14.000Z, confirmed by 2 of 3 witnesses that the issuer names',
        ]) as unknown,
        unchecked: ['whether the witnesses of the log are independent: the issuer named them', holder],
      },
    });
  });

  it.each([
    ['a trust file without witnesses', (): LogTrust => trust('file', 0)],
    ['an issuer without witnesses', (): LogTrust => trust('issuer', 0)],
    ['an issuer whose own witnesses are too few', (): LogTrust => trust('issuer', 3)],
  ])('says that only the log vouches for itself, with %s', async (_, log) => {
    const own = thief.reissued(logged, logged.proof.replace(/^\u2014 w[12].*\n/gm, ''));
    expect(await verdict(own, log())).toMatchObject({
      colour: 'green',
      findings: {
        checked: expect.arrayContaining([
          'It is entry 0 of the public log, which dates it 2026-11-28T06:35:00.000Z',
        ]) as unknown,
        unchecked: [
          'whether the log shows everyone the same history: it is not witnessed, so the issuer could show others another log',
          holder,
        ],
        logEntry: { index: 0 },
      },
    });
  });

  it('is missing where neither the user nor the issuer names its key', async () => {
    expect(await verdict(thief.reissued(logged, logged.proof))).toMatchObject({
      colour: 'amber',
      sentence: 'Genuine, but this could not be checked: the public log.',
    });
    const { result } = thief.reissued(logged, logged.proof);
    const code = { certificate: { credential: logged.credential }, result };
    expect(await verdict(code, trust('file'))).toMatchObject({
      findings: {
        unchecked: expect.arrayContaining(['the public log: only the certificate code was given']) as unknown,
      },
    });
  });

  describe('of a certificate from before', () => {
    const lack =
      'the public log: it has no entry for this certificate, so only the signature of the issuer vouches for its date';

    it.each<[Layout, Partial<Claims>]>([
      [1, {}],
      [2, {}],
      [3, { domain: { name: 'msp.example', provenAt: '2026-11-28T06:30:00.000Z' } }],
      [4, {}],
    ])('keeps the colour of layout %i, with a sentence on what it lacks', async (layout, more) => {
      for (const log of [undefined, trust('file', 2, [issuer.keyId]), trust('issuer', 0, [issuer.keyId])])
        expect(await verdict(unlogged(layout, more), log)).toMatchObject({
          colour: 'green',
          sentence: genuine,
          findings: { unchecked: [lack, holder], missing: [] },
        });
    });

    it('is refused by a key that signs only what is in the log', async () => {
      for (const log of [
        trust('file'),
        trust('issuer', 0, ['https://assess.example.org/.well-known/keys/other']),
      ])
        expect(await verdict(unlogged(4), log)).toEqual({
          colour: 'red',
          sentence: 'Not genuine: its key signs only certificates that are in the public log, and it is not.',
        });
    });

    it('names no entry without a proof of it', async () => {
      for (const layout of [4, 5] as const)
        expect(
          await verdict(thief.file(claims, { layout, logEntry: 0 }), trust('file', 2, [issuer.keyId])),
        ).toEqual({ colour: 'red', sentence: 'Not genuine: the file does not contain log-proof.txt.' });
    });
  });

  describe('of a certificate that is dated more than a day before its entry', () => {
    const issuedAt = new Date('2026-11-27T06:35:00Z');

    async function dated(more: Partial<Claims>, log: LogTrust): Promise<Verdict> {
      const late = await watched.issue({ ...claims, ...more }, { salt: thief.salt(), at });
      return verdict(thief.reissued(late, late.proof), log);
    }

    it('limits the verdict, by the time of the witnesses or else of the log', async () => {
      const sentence =
        'Genuine, but it is dated 27 November 2026 and is in the public log only since 28 November 2026.';
      expect(await dated({ issuedAt }, trust('file'))).toMatchObject({
        colour: 'amber',
        sentence,
        findings: { logEntry: { doubt: expect.stringContaining('dated 27 November') as unknown } },
      });
      const earlier = new Date(issuedAt.getTime() - 1_000);
      expect(await dated({ issuedAt: earlier }, trust('issuer', 0))).toMatchObject({ sentence });
      expect(await dated({ issuedAt: new Date('2026-11-27T06:36:00Z') }, trust('file'))).toMatchObject({
        sentence: genuine,
      });
    });

    it('limits it for no key that signed before the log began', async () => {
      expect(await dated({ issuedAt }, trust('file', 2, [issuer.keyId]))).toMatchObject({
        sentence: genuine,
      });
    });

    it('leaves the date of the result open, where a domain was proven later', async () => {
      const domain = { name: 'msp.example', provenAt: '2026-11-28T06:30:00.000Z' };
      expect(await dated({ issuedAt, domain }, trust('file'))).toMatchObject({
        colour: 'green',
        findings: {
          unchecked: [
            'whether it is of 27 November 2026: it is in the public log since its domain was proven',
            holder,
          ],
        },
      });
      const before = { ...domain, provenAt: '2026-11-27T06:30:00.000Z' };
      expect(await dated({ issuedAt, domain: before }, trust('file'))).toMatchObject({ colour: 'amber' });
    });
  });

  it('is a text that a trust file has', () => {
    const { policy } = trust('file');
    expect(logTrust({ policy, keysBeforeLog: [issuer.keyId], more: 1 }, 'file')).toEqual({
      policy,
      keysBeforeLog: [issuer.keyId],
      source: 'file',
    });
    const members = 'The trust file must have the members policy and keysBeforeLog';
    for (const [value, message] of [
      [undefined, members],
      [{ policy }, members],
      [{ policy, keysBeforeLog: ['no address'] }, members],
      [{ policy: 'a'.repeat(65_537), keysBeforeLog: [] }, members],
      [{ policy: 'quorum none', keysBeforeLog: [] }, 'The policy of the trust file names no log'],
      [{ policy: 'log', keysBeforeLog: [] }, 'The policy of the trust file is malformed. '],
    ] as const)
      expect(() => logTrust(value, 'file')).toThrow(message);
  });

  // docs/security.md claims no more.
  describe('does not stop a thief', () => {
    it('of the keys of issuer and log, where no witness is pinned', async () => {
      const split = await thief.inOwnTree();
      for (const log of [trust('file', 0), trust('issuer')])
        expect(await verdict(split, log)).toMatchObject({ sentence: genuine });
    });

    it('of a key that signed before the log began', async () => {
      const old = unlogged(4, { issuedAt: thief.past() });
      expect(await verdict(old, trust('file', 2, [issuer.keyId]))).toMatchObject({ sentence: genuine });
    });
  });
});
