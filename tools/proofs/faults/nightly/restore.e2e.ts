import { findingLines } from '../src/report/report';
import { runRestore } from '../src/scenarios/restore/run-restore';

describe('a restore from a copy and the archived log', () => {
  it('has every row, and what was issued before verifies', async () => {
    const result = await runRestore({ seed: 1, seconds: 6, archivesLog: true });
    expect(result.after).toEqual(result.before);
    expect(result.after).toMatchObject({ 'public.survey_results': expect.any(Number) as number });
    expect(result.certificate).toMatchObject({ isGenuine: true });
    expect(result.auditProof).toMatchObject({ isGenuine: true });
    // A busy machine answers late without a fault.
    const lost = result.findings.filter(({ rule }) => rule !== 'failure outside a fault');
    expect(findingLines(lost)).toBe('');
  });
});
