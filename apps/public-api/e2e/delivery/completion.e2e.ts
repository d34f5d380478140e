import {
  attachmentNames,
  type Disclosure,
  IssuerKeySet,
  NotGenuine,
  readAttachments,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { nodePrimitives, readPdf, readQrCodes, type StoredMail, until } from '@governance/testing';
import { isAbout } from '../support/mails';
import { platformBaseUrl } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { givenAppWithWorker } from '../support/worker-app';

const { app, inbox } = givenAppWithWorker();
let submitted: Record<string, unknown>;
let mail: StoredMail;
beforeAll(async () => {
  submitted = await submit(app, personal);
  mail = await inbox.waitForMail(isAbout(submitted));
});

describe('a submission with an address', () => {
  it('is answered by exactly one message with the result in text and HTML § 1.2a 2.1i 6a', async () => {
    const sent = `SELECT id FROM deliveries WHERE result_id = $1 AND state = 'sent'`;
    await until(async () => (await app.sql(sent, [submitted.id])).length === 1);
    expect(inbox.messages().filter(isAbout(submitted))).toEqual([mail]);
    expect(mail.to).toEqual([personal.submitterEmail]);
    for (const twin of [mail.text, mail.html]) {
      expect(twin).toContain(String(submitted.overallScore));
      expect(twin).toContain(String(submitted.tier));
      expect(twin).toContain(String(submitted.verificationUrl));
      expect(twin).not.toContain(personal.notes);
    }
  });

  it('is certified by a one-page PDF whose QR code is the canonical verification address § 1.2b 1.2f 1.2g 2.1j 2.2b 4.1.1d 6b', async () => {
    expect(mail.attachments).toHaveLength(1);
    const [attachment] = mail.attachments;
    expect(attachment).toMatchObject({ contentType: 'application/pdf' });
    const bytes = attachment?.content ?? new Uint8Array();
    const pdf = await readPdf(bytes);
    expect(pdf.pages).toBe(1);
    expect(await readQrCodes(bytes)).toEqual([
      `${platformBaseUrl}/api/certification/verify/${String(submitted.id)}`,
    ]);
    expect(pdf.text).toContain(String(submitted.id));
    expect(pdf.text).not.toMatch(/assessor|private/);
  });

  it('is answered with headers that stop automatic replies', () => {
    const source = mail.raw.toString('utf8');

    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>\r$/m);
  });

  it('is answered with less than 200 KB, including the certificate', () => {
    expect(mail.attachments).toHaveLength(1);
    expect(mail.raw.length).toBeLessThan(200 * 1024);
  });

  it('is answered with links to the result, to the plan, and to block all messages', () => {
    for (const twin of [mail.text, mail.html]) {
      expect(twin).toContain(String(submitted.resultUrl));
      expect(twin).toMatch(/https:\/\/assess\.example\.org\/not-me\/[A-Za-z0-9_-]{64}/);
      expect(twin).toContain('What matters most');
    }
  });

  it('is not mailed without an address § 2.1h', async () => {
    const silent = await submit(app);
    await inbox.waitForMail(isAbout(await submit(app, { submitterEmail: 'second@example.com' })));
    expect(inbox.messages().filter(isAbout(silent))).toEqual([]);
  });

  it('is delivered once to each of twenty concurrent submitters', async () => {
    const addresses = Array.from({ length: 20 }, (_, index) => `concurrent-${index}@example.com`);
    await Promise.all(addresses.map((submitterEmail) => submit(app, { submitterEmail })));
    await Promise.all(addresses.map((address) => inbox.waitForMail(address)));
    const recipients = inbox.messages().flatMap(({ to }) => to);
    const concurrent = recipients.filter((recipient) => recipient.startsWith('concurrent-'));
    expect(concurrent.toSorted()).toEqual(addresses.toSorted());
  });
});

const address = personal.submitterEmail;

describe('a mailed certificate', () => {
  let keys: IssuerKeySet;

  beforeAll(async () => {
    keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
  });
  function pdfOf({ attachments }: StoredMail): Uint8Array {
    return attachments[0]?.content ?? new Uint8Array();
  }

  function saltOf({ text }: StoredMail): string {
    return /^([\w-]{22})\s*$/m.exec(text)?.[1] ?? '';
  }

  async function attached(name: string, pdf = pdfOf(mail)): Promise<string | undefined> {
    return (await readAttachments(pdf)).get(name);
  }

  async function carried(name: string): Promise<Record<string, unknown>> {
    return JSON.parse((await attached(name)) ?? '{}') as Record<string, unknown>;
  }

  const verify = (disclosure?: Disclosure): ReturnType<typeof verifyCertificate> => {
    const certificate = { pdf: pdfOf(mail) };
    const rubrics = publishedRubrics.references;
    return verifyCertificate({ certificate, keys, rubrics, disclosure }, nodePrimitives);
  };

  it('contains the credential of the record, and its page matches it', async () => {
    const { credential } = await carried(attachmentNames.credential);
    const { body } = await app.get(`/api/certification/verify/${String(submitted.id)}?format=json`);
    expect(credential).toBe(body.credential);
    expect(await attached(attachmentNames.logProof)).toBe(body.logProof);
    expect(await carried(attachmentNames.result)).toMatchObject({ logEntry: body.logEntry });

    expect(await verify()).toMatchObject({ credential: { resultId: submitted.id } });
  });

  it('is proven to be its holder’s only with the address and the ownership code', async () => {
    expect((await verify({ address, salt: saltOf(mail) })).checked).toContain(
      'It was mailed to the given address',
    );
    await expect(verify({ address: 'other@example.com', salt: saltOf(mail) })).rejects.toThrow(NotGenuine);
    await expect(verify({ address, salt: 'A'.repeat(22) })).rejects.toThrow(NotGenuine);
  });

  it('has neither its holder proof nor its ownership code in public data', async () => {
    const { holderProof } = await carried(attachmentNames.holderProof);
    const id = String(submitted.id);
    for (const path of [
      `/api/certification/verify/${id}?format=json`,
      `/api/survey-results/${id}/verify`,
      `/verify/${id}`,
    ]) {
      const { text } = await app.get(path);
      expect(text).toContain(id);
      expect(text).not.toContain(String(holderProof));
      expect(text).not.toContain(saltOf(mail));
    }
    expect(Buffer.from(pdfOf(mail)).toString('latin1')).not.toContain(saltOf(mail));
  });

  it('is the same when resent, including attachments and ownership code', async () => {
    inbox.clear();
    expect((await resend(app, submitted.id)).status).toBe(200);
    const again = await inbox.waitForMail(isAbout(submitted));
    for (const name of Object.values(attachmentNames)) {
      expect(await attached(name, pdfOf(again))).toBe(await attached(name));
    }
    expect(saltOf(again)).toBe(saltOf(mail));
    expect((await readPdf(pdfOf(again))).roles).toEqual((await readPdf(pdfOf(mail))).roles);
  });
});
