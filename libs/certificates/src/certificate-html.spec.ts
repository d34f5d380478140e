import { certificateContent, certificateShell } from './certificate-html';
import { readyCertificate } from '../spec/sample-certificates';

function documentOf(certificate: Parameters<typeof certificateContent>[0]): string {
  return certificateShell(certificateContent(certificate));
}

describe('the document of a certificate', () => {
  it('escapes markup in every value § V1.2.1', () => {
    const hostile = `"><script>alert(1)</script><img src='http://example.com/x'>`;
    const { outcome, ...certificate } = readyCertificate();
    const html = documentOf({
      ...certificate,
      id: hostile,
      verificationUrl: hostile,
      rubricUrl: hostile,
      rubric: { id: hostile, version: hostile, sha256: hostile },
      outcome: {
        ...outcome,
        launchReason: hostile,
        domainScores: outcome.domainScores.map((domain) => ({ ...domain, title: hostile })),
      },
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;script&gt;');
  });

  it('contains its fonts and no external reference', () => {
    const html = documentOf(readyCertificate());
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].map(
      ([, link, file]) => link ?? file,
    );
    const [, ...others] = new Set(
      addresses
        .filter((address) => !address?.startsWith('#'))
        .map((address) => address?.replace(/^(data:font\/woff2;base64,).*/, '$1')),
    );
    const { verificationUrl, rubricUrl } = readyCertificate();
    expect(others).toEqual([verificationUrl, rubricUrl]);
  });

  it('contains extended Latin fonts only for a title that needs them', () => {
    const { outcome, ...certificate } = readyCertificate();
    const domainScores = outcome.domainScores.map((domain) => ({ ...domain, title: 'Łódź, Győr, wąż' }));
    const foreign = documentOf({ ...certificate, outcome: { ...outcome, domainScores } });
    expect(documentOf(readyCertificate())).not.toContain('U+0100-02BA');
    expect(foreign).toContain('U+0100-02BA');
    expect(certificateShell()).toContain('U+0100-02BA');
  });
});
