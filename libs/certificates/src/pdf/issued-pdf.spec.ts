import { createTestIssuerKeys, nodePrimitives, testBrowser } from '@governance/testing';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkDocumentSeal, IssuerKeySet, NotGenuine } from '@governance/certificate-verifier';
import * as asn1 from 'asn1js';
import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { refusedCertificate } from '../../spec/sample-certificates';
import { JoseIssuer } from '../credential/jose-issuer';
import { PuppeteerCertificateRenderer } from '../puppeteer-certificate-renderer';
import { attachmentsOf } from './attachments';
import { issuedPdf } from './issued-pdf';

const addresses = {
  publicBaseUrl: 'https://assess.example.org',
  platformBaseUrl: 'https://api.example.org',
};
const at = new Date('2026-11-23T16:20:00Z');
const certificate = refusedCertificate();
const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  data: '1.2.840.113549.1.7.1',
  sha256: '2.16.840.1.101.3.4.2.1',
};

describe('the signature for PDF viewers', () => {
  let issuer: JoseIssuer;
  let privateKey: KeyObject;
  let drawn: Uint8Array;
  let pdf: Buffer;
  /** As written in the document: four numbers. */
  let ranges: readonly number[];

  beforeAll(async () => {
    const file = createTestIssuerKeys();
    const keys = file.load();
    ({ privateKey } = keys);
    issuer = new JoseIssuer(keys, addresses);
    file.remove();
    const renderer = new PuppeteerCertificateRenderer({ executable: testBrowser });
    drawn = await renderer.render(certificate);
    await renderer.close();
    pdf = await issue();
    ranges = (/\/ByteRange \[([\d ]+)\]/.exec(pdf.toString('latin1'))?.[1] ?? '').split(' ').map(Number);
  });

  async function issue(): Promise<Buffer> {
    return Buffer.from(await issuedPdf(drawn, issuer.documentSigner(certificate.id), at));
  }

  function covered(): Buffer {
    const [, from = 0, to = 0] = ranges;
    return Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]);
  }

  function hole(): string {
    return pdf.subarray((ranges[1] ?? 0) + 1, (ranges[2] ?? 0) - 1).toString('latin1');
  }

  function signedDataOf(): pkijs.SignedData {
    const { result } = asn1.fromBER(Buffer.from(hole(), 'hex'));
    const content = new pkijs.ContentInfo({ schema: result });
    return new pkijs.SignedData({ schema: content.content });
  }

  it('covers every byte of the file except its own digits', () => {
    const [start, from = 0, to = 0, rest] = ranges;
    expect([start, to + Number(rest)]).toEqual([0, pdf.length]);
    expect(pdf.toString('latin1', from, from + 1) + pdf.toString('latin1', to - 1, to)).toBe('<>');
    expect(hole()).toMatch(/^[0-9a-f]+$/);
    expect(pdf.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    expect(pdf.toString('latin1')).toContain('/M (D:20261123162000Z)');
  });

  it('has the signed attributes of PAdES B-B, and no others', () => {
    const [signer] = signedDataOf().signerInfos;
    const attributes = new Map(
      signer?.signedAttrs?.attributes.map(({ type, values }) => [type, values[0] as asn1.BaseBlock]),
    );
    expect([...attributes.keys()].toSorted()).toEqual(
      [oid.contentType, oid.messageDigest, oid.signingCertificateV2].toSorted(),
    );
    expect(signer?.unsignedAttrs).toBeUndefined();
    expect((attributes.get(oid.contentType) as asn1.ObjectIdentifier).valueBlock.toString()).toBe(oid.data);
    const digest = attributes.get(oid.messageDigest) as asn1.OctetString;
    expect(Buffer.from(digest.valueBlock.valueHexView)).toEqual(sha256(covered()));
    const reference = Buffer.from(attributes.get(oid.signingCertificateV2)?.toBER() ?? new ArrayBuffer());
    expect(reference.subarray(-32)).toEqual(sha256(x509Of()));
  });

  it('is valid for a CMS library, with the certificate of the issuer key', async () => {
    pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: globalThis.crypto }));
    const signed = signedDataOf();
    expect(signed.digestAlgorithms.map(({ algorithmId }) => algorithmId)).toEqual([oid.sha256]);
    const data = Uint8Array.from(covered()).buffer;
    expect(await signed.verify({ signer: 0, data, checkChain: false })).toBe(true);
    const other = Uint8Array.from([...covered(), 10]).buffer;
    await expect(signed.verify({ signer: 0, data: other, checkChain: false })).rejects.toThrow('digest');
    const x509 = new X509Certificate(x509Of());
    expect(x509.checkPrivateKey(privateKey)).toBe(true);
    expect(x509.verify(createPublicKey(privateKey))).toBe(true);
    expect(x509.subject).toBe('CN=AI Governance Assessment');
  });

  function x509Of(): Buffer {
    const [x509] = signedDataOf().certificates ?? [];
    return Buffer.from((x509 as pkijs.Certificate).toSchema(true).toBER());
  }

  it('is found although a value in an attachment looks like it', () => {
    const rubric = { ...certificate.rubric, id: '/ByteRange [0 1 2 3] /AIGV_Seal (' };
    const [, result] = attachmentsOf({ ...certificate, rubric });
    expect(result?.text).not.toMatch(/\/(ByteRange|AIGV_Seal)/);
    expect(JSON.parse(result?.text ?? '')).toMatchObject({ rubric });
  });

  describe('and the seal beside it', () => {
    function refusalOf(bytes: Uint8Array): Promise<string> {
      const keys = new IssuerKeySet({ keys: issuer.publicKeys() });
      const credential = {
        resultId: certificate.id,
        issuer: `${addresses.publicBaseUrl}/.well-known/issuer.json`,
      };
      return checkDocumentSeal(bytes, credential as Parameters<typeof checkDocumentSeal>[1], {
        ...nodePrimitives,
        keys,
      }).then(
        () => '',
        (error: unknown) => {
          if (!(error instanceof NotGenuine)) throw error;
          return error.message;
        },
      );
    }

    function withByte(place: number, change: (byte: number) => number): Buffer {
      const changed = Buffer.from(pdf);
      changed.writeUInt8(change(changed.readUInt8(place)), place);
      return changed;
    }

    it('are both accepted', async () => {
      expect(await refusalOf(pdf)).toBe('');
    });

    it('are accepted in every document, for any signature value', async () => {
      // Half of all values of s are the larger ones, and some numbers begin with zeros.
      for (let count = 0; count < 24; count += 1) expect(await refusalOf(await issue())).toBe('');
    });

    it('refuse a changed digit anywhere in the signature, in capitals or not', async () => {
      const from = (ranges[1] ?? 0) + 1;
      const used = hole().replace(/0+$/, '').length;
      const places = [
        ...Array.from({ length: Math.floor(used / 11) }, (_, index) => from + 11 * index),
        from + used + 9,
        (ranges[2] ?? 0) - 2,
      ];
      for (const place of places) {
        const digit = (byte: number): number => (byte === 0x30 ? 0x31 : 0x30);
        expect(await refusalOf(withByte(place, digit))).toBe(
          'The signature of the file was changed after it was issued',
        );
      }
      const letter = from + (/[a-f]/.exec(hole())?.index ?? 0);
      expect(await refusalOf(withByte(letter, (byte) => byte - 0x20))).toMatch(
        /^The signature of the file was/,
      );
    });

    it('refuse the signature of another document of the same certificate', async () => {
      const other = Buffer.from(await issuedPdf(drawn, issuer.documentSigner(certificate.id), new Date()));
      const swapped = Buffer.from(pdf);
      other.copy(swapped, ranges[1], ranges[1], ranges[2]);
      expect(await refusalOf(swapped)).toBe('The signature of the file was changed after it was issued');
    });

    it('refuse another range, bytes after it, and an update behind it', async () => {
      const place = pdf.indexOf('/ByteRange [0 ') + '/ByteRange [0 '.length;
      const unclear = 'The signature of the file does not cover all of it';
      expect(await refusalOf(withByte(place, (byte) => byte ^ 1))).toBe(unclear);
      expect(await refusalOf(Buffer.concat([pdf, Buffer.from('\n')]))).toBe(unclear);
      const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true });
      document.getPages()[0]?.drawText('99', { x: 390, y: 390, size: 40 });
      const update = await document.save();
      expect(Buffer.from(update).subarray(0, pdf.length).equals(pdf)).toBe(true);
      expect(update.length).toBeGreaterThan(pdf.length);
      // The update repeats the catalog, with its seal.
      expect(await refusalOf(update)).toBe('The file has no seal');
    });

    it('refuse a document without signature, sealed as one with', async () => {
      const text = pdf
        .toString('latin1')
        .replace(/\/ByteRange \[[^\]]+\]/, (range) => ' '.repeat(range.length));
      expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe('The file was changed after it was issued');
    });
  });
});

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
