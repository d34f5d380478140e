import { certificateView } from './certificate-view';
import { readyCertificate, refusedCertificate } from '../spec/sample-certificates';

describe('the view of a certificate', () => {
  it('dates it in UTC, with the month as a word', () => {
    const view = certificateView(readyCertificate());
    expect(view.issued).toEqual({ text: '20 November 2026', dateTime: '2026-11-20T23:30:00.000Z' });
    expect(view.renewBy).toBe('20 November 2027');
  });

  it('advises renewal on the last day of February after a leap day', () => {
    const leap = { ...readyCertificate(), createdAt: new Date('2028-02-29T12:00:00Z') };
    expect(certificateView(leap).renewBy).toBe('28 February 2029');
  });

  it('states who was assessed', () => {
    expect(certificateView(readyCertificate()).statement).toContain('its own governance');
    expect(certificateView(refusedCertificate()).statement).toContain('on behalf of one client');
  });

  it.each([0, 1, 71, 100])('fills %s marks of the hundred', (overallScore) => {
    const certificate = readyCertificate();
    const { gauge } = certificateView({ ...certificate, outcome: { ...certificate.outcome, overallScore } });
    expect(gauge.filled.split('M').length - 1).toBe(overallScore);
    expect(gauge.open.split('M').length - 1).toBe(100 - overallScore);
  });
});
