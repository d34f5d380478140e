import {
  attachmentNames,
  type Disclosure,
  IssuerKeySet,
  NotGenuine,
  readAttachments,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { type RunningProgram } from '@governance/runtime';
import { publishedRubrics } from '@governance/rubric';
import { type Inbox, nodePrimitives, readPdf, startInbox, type StoredMail } from '@governance/testing';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const address = personal.submitterEmail;

describe('a mailed certificate', () => {
  let app: PublicApp;
  let inbox: Inbox;
  let worker: RunningProgram;
  let submitted: Record<string, unknown>;
  let mail: StoredMail;
  let keys: IssuerKeySet;

  beforeAll(async () => {
    app = await startPublicApp();
    inbox = await startInbox();
    worker = await startWorker(app, inbox.smtpUrl);
    submitted = await submit(app, personal);
    mail = await inbox.waitForMail(address);
    keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
  });
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  function pdfOf({ attachments }: StoredMail): Uint8Array {
    return attachments[0]?.content ?? new Uint8Array();
  }

  function saltOf({ text }: StoredMail): string {
    return /^([\w-]{22})\s*$/m.exec(text)?.[1] ?? '';
  }

  async function carried(name: string, pdf = pdfOf(mail)): Promise<Record<string, unknown>> {
    return JSON.parse((await readAttachments(pdf)).get(name) ?? '{}') as Record<string, unknown>;
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
    const again = await inbox.waitForMail(address);
    for (const name of Object.values(attachmentNames)) {
      expect(await carried(name, pdfOf(again))).toEqual(await carried(name));
    }
    expect(saltOf(again)).toBe(saltOf(mail));
    expect((await readPdf(pdfOf(again))).roles).toEqual((await readPdf(pdfOf(mail))).roles);
  });
});
