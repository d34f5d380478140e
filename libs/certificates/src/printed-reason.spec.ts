import { printedReason } from '@governance/certificate-verifier';
import {
  domainTitles,
  gateTitles,
  readyCertificate,
  refusedCertificate,
  worstCertificate,
} from '../spec/sample-certificates';

describe('the printed reason', () => {
  it('does not repeat the verdict, which is printed above it', () => {
    expect(printedReason(readyCertificate().outcome.launchReason)).toEqual({
      summary: 'All 12 launch gates are met, the overall score is 91 (floor 60) and no domain is below 40.',
      items: [],
    });
  });

  it('keeps the wording of a short refusal', () => {
    expect(printedReason(refusedCertificate().outcome.launchReason)).toEqual({
      summary: "Launch gate not met: Get the client's written authorisation.",
      items: [],
    });
  });

  it('counts and lists the parts of a long refusal', () => {
    const { summary, items } = printedReason(worstCertificate().outcome.launchReason);
    expect(summary).toBe('12 launch gates and 9 other conditions not met:');
    expect(items).toEqual([
      ...gateTitles,
      ...domainTitles.map((title) => `${title} is at 0, below 40`),
      'The overall score 0 is below 60',
    ]);
  });

  it('names no gates when none is unmet', () => {
    expect(printedReason('Launch refused: a; b; c; d.').summary).toBe('4 conditions not met:');
  });
});
