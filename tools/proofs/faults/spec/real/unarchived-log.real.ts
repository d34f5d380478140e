import { runRestore } from '../../src/scenarios/restore/run-restore';

describe('an archive command that archives nothing', () => {
  it('is found by what the restore loses', async () => {
    const { before, after, findings } = await runRestore({
      seed: 1,
      seconds: 6,
      archivesLog: false,
    });
    expect(after['public.survey_results']).toBeLessThan(before['public.survey_results'] ?? 0);
    expect(findings.map(({ rule }) => rule)).toContain('lost submission');
  });
});
