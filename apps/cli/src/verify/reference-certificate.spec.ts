import {
  IssuerKeySet,
  type Primitives,
  referenceCertificate,
  verdictOn,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holderAddress, type Issued, resultOf, TestIssuer } from '../../spec/test-issuer';
import { nodePrimitives } from './node-primitives';

const data = join(__dirname, '../../../../libs/certificate-verifier/src/reference-data.ts');
const now = new Date('2026-11-26T00:00:00Z');
const unable = (): never => {
  throw new TypeError('Promise.withResolvers is not a function');
};

// Decoding a QR code takes seconds.
describe('the reference certificate of the verifier', () => {
  let issuer: TestIssuer;
  let issued: Issued;
  let primitives: Primitives;

  beforeAll(async () => {
    primitives = await nodePrimitives();
    issuer = new TestIssuer();
    issued = await issuer.issue(resultOf());
    if (process.env.UPDATE_REFERENCE === '1') await writeReference();
  });
  afterAll(() => issuer.close());

  /** With `UPDATE_REFERENCE=1`: the private key is forgotten. */
  async function writeReference(): Promise<void> {
    const { id, version, sha256 } = publishedRubrics.current.reference;
    const reference = {
      jwks: { keys: issuer.jwks.keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y })) },
      log: issuer.log.trust(),
      rubric: { id, version, sha256 },
      disclosure: { address: holderAddress, salt: issued.holder.salt },
      statusList: await issuer.signer.signStatusList({ list: 0, withdrawn: [] }, now),
      pdf: Buffer.from(issued.pdf).toString('base64url'),
    };
    writeFileSync(data, `export const reference = ${JSON.stringify(reference)};\n`);
  }

  const verdict = (pdf: Uint8Array, program: Primitives): ReturnType<typeof verdictOn> =>
    verdictOn(
      {
        certificate: { pdf },
        keys: issuer.keys,
        log: issuer.trust,
        rubrics: publishedRubrics.references,
      },
      program,
      now,
    );

  it('is genuine and complete, with its page, its holder and its status', async () => {
    expect(await verifyCertificate(referenceCertificate(), primitives)).toMatchObject({
      missing: [],
      unchecked: [],
    });
  });

  it('is not accepted with the keys of another issuer', async () => {
    const own = referenceCertificate();
    expect(await verdictOn({ ...own, keys: issuer.keys }, primitives, now)).toMatchObject({ colour: 'red' });
  });

  it('makes the verdict amber, without findings, where a program draws no page § 10.12f', async () => {
    const old = { ...primitives, readPage: () => Promise.resolve().then(unable) };
    expect(await verdict(issued.pdf, old)).toEqual({
      colour: 'amber',
      sentence:
        'Could not check: this program cannot draw certificates, not even its own reference certificate.',
      reason: 'Promise.withResolvers is not a function',
    });
  });

  it('makes the verdict amber where a program draws other words', async () => {
    const wrong = {
      ...primitives,
      readPage: () => Promise.resolve({ pages: 1, text: 'squares', qrCodes: [] }),
    };
    expect(await verdict(issued.pdf, wrong)).toMatchObject({ colour: 'amber' });
  });

  it.each<[string, Partial<Primitives>]>([
    ['verifies no signature', { verifyEcdsa: () => Promise.resolve(false) }],
    ['verifies no signature of a log', { verifyEd25519: () => Promise.resolve(false) }],
    ['has no digest', { sha256: () => Promise.resolve().then(unable) }],
  ])('makes the verdict amber where a program %s', async (_, missing) => {
    expect(await verdict(issued.pdf, { ...primitives, ...missing })).toMatchObject({
      colour: 'amber',
      sentence: expect.stringMatching(/^Could not check: this program cannot check certificates/) as unknown,
    });
  });

  it('leaves the verdict red where only the page of this file fails', async () => {
    const { readPage = unable } = primitives;
    const program = {
      ...primitives,
      readPage: (pdf: Uint8Array) => (Buffer.from(pdf).equals(issued.pdf) ? unable() : readPage(pdf)),
    };
    expect(await verdict(issued.pdf, program)).toEqual({
      colour: 'red',
      sentence: 'Not genuine: the page cannot be read.',
    });
  });

  it.each<[string, (pdf: Buffer) => Buffer]>([
    ['changed in one byte', (pdf) => pdf.fill(pdf.readUInt8(9_000) ^ 1, 9_000, 9_001)],
    ['cut off', (pdf) => pdf.subarray(0, -100)],
    ['with a byte more', (pdf) => Buffer.concat([pdf, Buffer.from('\n')])],
  ])('leaves the verdict red for a file %s, in a program that draws no page', async (_, change) => {
    const old = { ...primitives, readPage: () => Promise.resolve().then(unable) };
    expect(await verdict(change(Buffer.from(issued.pdf)), old)).toMatchObject({ colour: 'red' });
  });

  it('leaves the verdict red for a withdrawn certificate, in a program that draws no page', async () => {
    const old = { ...primitives, readPage: () => Promise.resolve().then(unable) };
    const list = await issuer.signer.signStatusList({ list: 0, withdrawn: [4_711] }, now);
    const input = {
      certificate: { pdf: issued.pdf },
      keys: new IssuerKeySet(issuer.jwks),
      rubrics: publishedRubrics.references,
      statusList: () => Promise.resolve({ list }),
    };
    expect(await verdictOn(input, old, now)).toMatchObject({
      colour: 'red',
      sentence: 'Not valid: the issuer withdrew this certificate.',
    });
  });

  it.each([['Dear Sir'], [''], ['<!doctype html>']])(
    'is not needed for a file that is not a PDF: %j',
    async (text) => {
      expect(await verdict(Buffer.from(text), primitives)).toEqual({
        colour: 'grey',
        sentence: 'Not a certificate: the file is not a PDF.',
      });
    },
  );
});
