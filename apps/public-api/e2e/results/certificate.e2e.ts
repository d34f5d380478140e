import {
  attachmentNames,
  IssuerKeySet,
  readAttachments,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { nodePrimitives, readPdf, readQrCodes } from '@governance/testing';
import { createHash } from 'node:crypto';
import { documentOf } from '../support/documents';
import { holdersOnly } from '../support/held-results';
import { platformBaseUrl } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { givenAppWithWorker } from '../support/worker-app';

describe('GET /api/results/{capability}/certificate', () => {
  const { app } = givenAppWithWorker();

  async function forget({ id }: Record<string, unknown>): Promise<void> {
    await app.sql('DELETE FROM certificate_documents WHERE result_id = $1', [id]);
  }

  it('answers 200 with a certificate that the offline verifier calls genuine § 10.10d V5.4.1', async () => {
    const submitted = await submit(app);
    const { pdf, headers } = await documentOf(app, submitted);
    expect(headers).toMatchObject({
      ...holdersOnly,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificate-${String(submitted.id).slice(0, 8)}.pdf"`,
      'content-length': String(pdf.length),
      etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
      'x-content-type-options': 'nosniff',
    });
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const rubrics = publishedRubrics.references;
    expect(await verifyCertificate({ certificate: { pdf }, keys, rubrics }, nodePrimitives)).toMatchObject({
      credential: { resultId: submitted.id },
    });
    expect(await readQrCodes(pdf)).toEqual([
      `${platformBaseUrl}/api/certification/verify/${String(submitted.id)}`,
    ]);
    expect(pdf.length).toBeLessThan(500_000);
  });

  it('contains the credential of the record, and neither holder proof nor personal data', async () => {
    const submitted = await submit(app, personal);
    const { pdf } = await documentOf(app, submitted);
    const attached = await readAttachments(pdf);
    const { credential } = JSON.parse(attached.get(attachmentNames.credential) ?? '{}') as {
      credential?: unknown;
    };
    const record = await app.get(`/api/certification/verify/${String(submitted.id)}?format=json`);
    expect(credential).toBe(record.body.credential);
    expect([...attached.keys()]).not.toContain(attachmentNames.holderProof);
    const { text } = await readPdf(pdf);
    expect([text, ...attached.values()].join('')).not.toMatch(/assessor|private notes/);
  });

  it('prints a declared name as such, until it is erased, and the offline verifier compares it § 10.10o', async () => {
    const submitted = await submit(app, { ...personal, organizationName: '  Acme  Managed Services ' });
    const { pdf } = await documentOf(app, submitted);
    expect((await readPdf(pdf)).text).toContain(
      'Organization Acme Managed Services (declared by the holder, not checked)',
    );
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const rubrics = publishedRubrics.references;
    const findings = await verifyCertificate({ certificate: { pdf }, keys, rubrics }, nodePrimitives);
    expect(findings.result).toMatchObject({ layout: 5, organizationName: 'Acme Managed Services' });
    expect(findings.unchecked).toContain(
      'the organization “Acme Managed Services”: its name was declared by the holder',
    );
    const attached = await readAttachments(pdf);
    const { credential = '' } = JSON.parse(attached.get(attachmentNames.credential) ?? '{}') as {
      credential?: string;
    };
    expect(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()).not.toContain('Acme');

    await app.sql('UPDATE survey_results SET organization_name = NULL WHERE id = $1', [submitted.id]);
    await forget(submitted);
    const later = await documentOf(app, submitted);
    expect((await readPdf(later.pdf)).text).not.toContain('Acme');
    expect(
      (await verifyCertificate({ certificate: later, keys, rubrics }, nodePrimitives)).result,
    ).toMatchObject({ layout: 5 });
  });

  it('is made again with another signature once it was removed', async () => {
    const submitted = await submit(app);
    const { pdf } = await documentOf(app, submitted);
    await forget(submitted);
    expect((await documentOf(app, submitted)).pdf).not.toEqual(pdf);
  });
});
