import {
  CannotCheck,
  checkCredential,
  IssuerKeySet,
  NotGenuine,
  type Primitives,
  type PublishedRubric,
  sealLength,
  sealPlace,
  verifyCertificate as judge,
} from '@governance/certificate-verifier';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { answers, holderAddress, type Issued, resultOf, status, TestIssuer } from '../../spec/test-issuer';
import { nodePrimitives } from './node-primitives';
import { type VerificationInput, verifyCertificate } from './verification';

/** Pseudorandom numbers, the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

// Decoding a QR code takes seconds.
describe('a certificate', () => {
  const result = resultOf();
  let issuer: TestIssuer;
  let issued: Issued;
  let primitives: Primitives;

  beforeAll(async () => {
    primitives = await nodePrimitives();
    issuer = new TestIssuer();
    issued = await issuer.issue(result);
  });
  afterAll(() => issuer.close());

  function verify(pdf: Uint8Array, more: object = {}): ReturnType<typeof verifyCertificate> {
    return verifyCertificate({ pdf, keys: issuer.keys, log: issuer.trust, ...more }, primitives);
  }

  async function refusal(verification: Promise<unknown>): Promise<string> {
    const error = await verification.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(NotGenuine);
    return (error as NotGenuine).message;
  }

  it('is accepted, with its holder and its answers, without any request § 1.2d', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new Error('there is no network'));
    const disclosure = { address: holderAddress.toUpperCase(), salt: issued.holder.salt };
    const { credential, checked } = await verify(issued.pdf, { disclosure, answers }).finally(() => {
      globalThis.fetch = fetch;
    });
    expect(checked).toEqual([
      `The credential is signed by ${issuer.signer.keyId}`,
      'The file is as it was issued, byte for byte',
      'The page shows what the credential says, and nothing else',
      'It has been entry 0 of the public log since 2026-11-20T12:00:00.000Z, confirmed by 2 of 2 witnesses',
      'It was mailed to the given address',
      'The answers give this result',
    ]);
    const { overallScore, tier, launchAllowed } = result.outcome;
    expect(credential).toMatchObject({
      resultId: result.id,
      overallScore,
      tier,
      launchAllowed,
      status: { index: status.index },
    });
  });

  it('reports what was not checked', async () => {
    const { unchecked } = await verify(issued.pdf);
    expect(unchecked).toEqual([
      expect.stringContaining('ask the holder for the address and the ownership code'),
      expect.stringContaining('with a status list'),
    ]);
  });

  it('is refused after each of 1,000 random changes to one byte of its credential', async () => {
    const below = numbers(20_261_120);
    const { credential } = issued;
    const accepted: string[] = [];
    for (let change = 0; change < 1_000; change += 1) {
      const bytes = Buffer.from(credential);
      const place = below(bytes.length);
      bytes[place] = ((bytes[place] ?? 0) + 1 + below(255)) % 256;
      const changed = bytes.toString('latin1');
      await checkCredential(changed, issuer.keys).then(
        () => accepted.push(`${change}: byte ${place}`),
        (error: unknown) => {
          expect(error).toBeInstanceOf(NotGenuine);
        },
      );
    }
    expect(accepted).toEqual([]);
  });

  it('is refused when its last character encodes the same signature differently', async () => {
    const { credential } = issued;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(credential.slice(-1));
    const twin = credential.slice(0, -1) + String(alphabet[last ^ 1]);
    expect(Buffer.from(twin.split('.')[2] ?? '', 'base64url')).toEqual(
      Buffer.from(credential.split('.')[2] ?? '', 'base64url'),
    );
    expect(await refusal(checkCredential(twin, issuer.keys))).toBe('The signed data is damaged');
  });

  it('is refused after a change to any byte of the file', async () => {
    const below = numbers(7);
    for (let change = 0; change < 50; change += 1) {
      const bytes = Buffer.from(issued.pdf);
      const place = below(bytes.length);
      bytes[place] = ((bytes[place] ?? 0) + 1 + below(255)) % 256;
      await refusal(verify(bytes));
    }
  });

  it('is refused if the score on its page was painted over', async () => {
    const document = await PDFDocument.load(issued.pdf, { updateMetadata: false });
    const [page] = document.getPages();
    page?.drawRectangle({ x: 380, y: 380, width: 90, height: 50, color: rgb(1, 1, 1) });
    page?.drawText('99', { x: 390, y: 390, size: 40 });
    const painted = await document.save({ useObjectStreams: false });
    expect(await refusal(verify(painted))).toMatch(
      /changed after it was issued|has no seal|does not cover all of it/,
    );
  });

  it.each([
    ['overall score', { overallScore: 99 }],
    ['tier', { tier: 'Critical' }],
    ['launch verdict', { launchAllowed: !result.outcome.launchAllowed }],
  ] as const)('is refused when drawn with another %s, even by the issuer', async (_, change) => {
    const altered = await issuer.issue(result, (certificate) => ({
      ...certificate,
      outcome: { ...certificate.outcome, ...change },
    }));
    expect(await refusal(verify(altered.pdf))).toBe('The attached result does not match the credential');
  });

  it('is refused with a new seal of another signer', async () => {
    const other = new TestIssuer();
    const resealed = Buffer.from(issued.pdf);
    const seal = await other.signer.documentSigner(result.id).seal('A'.repeat(43));
    resealed.write(seal.padEnd(sealLength), sealPlace(resealed).from, 'latin1');
    expect(await refusal(verify(resealed))).toBe('It is signed by a key that does not belong to the issuer');
    await other.close();
  });

  it('is refused from another issuer', async () => {
    const other = new TestIssuer();
    const foreign = await other.issue(result);
    expect(await refusal(verify(foreign.pdf))).toBe(
      'It is signed by a key that does not belong to the issuer',
    );
    await other.close();
  });

  it('cannot be checked with keys that were saved before it was signed', async () => {
    const other = new TestIssuer();
    const saved = { keys: new IssuerKeySet(other.jwks, 'saved') };
    await expect(verifyCertificate({ pdf: issued.pdf, ...saved }, primitives)).rejects.toThrow(CannotCheck);
    await other.close();
  });

  it('cannot be checked when its rubric was published after this program', async () => {
    const credential = await verifyCertificate({ pdf: issued.pdf, keys: issuer.keys }, primitives);
    const { rubric } = credential.credential;
    const input = { certificate: { pdf: issued.pdf }, keys: issuer.keys };
    const judged = (rubrics: readonly PublishedRubric[]): Promise<unknown> =>
      judge({ ...input, rubrics }, primitives);
    await expect(judged([{ ...rubric, version: '0.9.0' }])).rejects.toThrow(CannotCheck);
    await expect(judged([{ ...rubric, sha256: 'ab'.repeat(32) }])).rejects.toThrow(NotGenuine);
    const changed = Buffer.from(issued.pdf);
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    const tampered = judge({ ...input, certificate: { pdf: changed }, rubrics: [] }, primitives);
    await expect(tampered).rejects.toThrow(NotGenuine);
  });

  it('is refused when its key has a name below the address of another issuer', async () => {
    const [key] = issuer.jwks.keys;
    const keys = new IssuerKeySet({
      keys: [{ ...key, kid: 'https://other.example.org/.well-known/keys/a' }],
    });
    expect(await refusal(verifyCertificate({ pdf: issued.pdf, keys }, primitives))).toMatch(
      /a key that does not belong to the issuer/,
    );
  });

  it.each([
    ['address', { address: 'other@example.com' }],
    ['salt', { salt: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('is refused when the holder discloses another %s', async (_, wrong) => {
    const disclosure = { address: holderAddress, salt: issued.holder.salt, ...wrong };
    expect(await refusal(verify(issued.pdf, { disclosure }))).toMatch(
      /^The certificate was not mailed to this address/,
    );
  });

  it('is refused with the holder proof of another certificate', async () => {
    const { proof } = await issuer.signer.signHolderProof(
      '00000000-0000-4000-8000-000000000000',
      holderAddress,
    );
    const { pdf } = await issuer.issue(result, (certificate) => ({ ...certificate, holderProof: proof }));
    expect(await refusal(verify(pdf))).toBe('The holder proof belongs to another certificate');
  });

  it('is refused once its own status list marks it withdrawn, and by no other list', async () => {
    const at = new Date('2026-11-25T00:00:00Z');
    const list = (withdrawn: number[], number = 0): Pick<VerificationInput, 'statusList'> => ({
      statusList: async () => ({ list: await issuer.signer.signStatusList({ list: number, withdrawn }, at) }),
    });
    const { checked } = await verify(issued.pdf, list([status.index - 1, status.index + 1]));
    expect(checked).toContain('It was not withdrawn, as of 2026-11-25T00:00:00.000Z');
    expect(await refusal(verify(issued.pdf, list([status.index])))).toBe('It was withdrawn');
    expect(await refusal(verify(issued.pdf, list([], 1)))).toMatch(/not the one that the credential names/);
  });

  it('is not checked for withdrawal with a list older than itself, unless that list was fetched from the issuer', async () => {
    const before = new Date('2026-11-20T11:59:59Z');
    const askedAt = new Date('2026-11-20T12:00:05Z');
    const list = await issuer.signer.signStatusList({ list: 0, withdrawn: [] }, before);
    const saved = await verify(issued.pdf, { statusList: () => Promise.resolve({ list }) });
    expect(saved.checked.join()).not.toContain('not withdrawn');
    expect(saved.unchecked).toContain(
      'whether it was withdrawn since: the status list was signed before the certificate was issued',
    );
    const online = await verify(issued.pdf, { statusList: () => Promise.resolve({ list, askedAt }) });
    expect(online.checked).toContain('It was not withdrawn, as of 2026-11-20T12:00:05.000Z');
  });

  it('is refused for answers that give another result, or are invalid', async () => {
    const [first = ''] = Object.keys(answers);
    expect(await refusal(verify(issued.pdf, { answers: { ...answers, [first]: 0 } }))).toMatch(
      /^These answers give another result: \d+/,
    );
    expect(await refusal(verify(issued.pdf, { answers: { [first]: 0 } }))).toMatch(
      /^The answers are invalid: /,
    );
    expect((await verify(issued.pdf, { answers: { answers, mode: 'msp-self' } })).checked).toContain(
      'The answers give this result',
    );
  });

  it('is refused when it is not a certificate', async () => {
    expect(await refusal(verify(Buffer.from('%PDF-1.7 no')))).toBeTruthy();
    const empty = await PDFDocument.create();
    empty.addPage();
    expect(await refusal(verify(await empty.save()))).toBe('The file does not contain credential.json');
  });
});
