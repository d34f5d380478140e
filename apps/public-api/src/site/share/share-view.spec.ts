import { shareView } from './share-view';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';

describe('shareView', () => {
  const view = shareView(
    { id, createdAt: new Date('2026-11-30T23:30:00Z') },
    { publicBaseUrl: 'https://www.example.com/governance', issuerName: 'Example & Co' },
  );

  it("fills in LinkedIn's form with the certificate, and names no address or score", () => {
    const url = new URL(view.linkedInUrl);
    expect(url.origin + url.pathname).toBe('https://www.linkedin.com/profile/add');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'AI governance self-assessment',
      organizationName: 'Example & Co',
      issueYear: '2026',
      issueMonth: '11',
      certUrl: `https://www.example.com/governance/verify/${id}`,
      certId: id,
    });
  });

  it('leads to the Open Badge as an image and as a file', () => {
    expect(view.openBadgePath).toBe(`/governance/results/badge/${id}/open-badge.svg`);
    expect(view.openBadgeCodePath).toBe(`/governance/results/badge/${id}/open-badge.jwt`);
  });
});
