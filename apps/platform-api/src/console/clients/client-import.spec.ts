import { ApiError } from '@governance/client';
import { apiTextIn } from '@governance/testing';
import { linesOf } from '../../clients/client-lines';
import { detailsRefused, fileRefused } from '../../clients/client-problems';
import { csvColumns } from '../../clients/clients-csv';
import { importColumns, importFields, importProblemOf, importView, skippedIn } from './client-import';

const sent = { fields: importFields, form: new URLSearchParams({ csv: 'x' }) };

function refusal(description: string, status = 400): ApiError {
  const details = { code: undefined, requestId: undefined, retryAfterSeconds: undefined };
  return new ApiError(description, { ...details, status, operation: 'POST /org/clients/import' });
}

const textsOf = (problems: typeof fileRefused): string[] =>
  problems.flatMap(({ texts }) => Object.keys(texts));

describe('the import of clients', () => {
  it('explains every column that a file can have', () => {
    expect(Object.keys(importColumns)).toEqual(csvColumns);
    expect(linesOf(`${csvColumns.join()}\n,Globex`)).toHaveLength(1);
  });

  it('says why a file was refused, without words of the API', () => {
    for (const text of textsOf(fileRefused)) {
      const problem = importProblemOf(refusal(text), sent);
      expect([text, problem.status, apiTextIn(problem.text)]).toEqual([text, 400, []]);
      expect(problem.errors).toEqual([{ field: 'csv', text: problem.text }]);
    }
    const other = refusal('away', 503);
    expect(() => importProblemOf(other, sent)).toThrow(other);
  });

  it('counts lines, and names those that were refused by their place in the file', () => {
    const lines = [
      { line: 2, outcome: 'created' as const, id: 'a', reason: null },
      { line: 3, outcome: 'refused' as const, id: null, reason: 'contact_email must be an email' },
    ];
    const report = { created: 1, updated: 0, unchanged: 0, refused: 1, lines };
    const view = importView(report, 500);
    expect(view.counts.map(({ outcome, count }) => [outcome, count])).toEqual([
      ['created', 1],
      ['updated', 0],
      ['unchanged', 0],
      ['refused', 1],
    ]);
    const reason = 'Email address of the contact must have the form name@example.org.';
    expect(view.refused).toEqual([{ line: 503, reason }]);
  });

  it('says why a line was refused, without words of the API', () => {
    const reasons = [...textsOf(detailsRefused), 'there is no client with this id'];
    const lines = reasons.map((reason) => ({ line: 2, outcome: 'refused' as const, id: null, reason }));
    const report = { created: 0, updated: 0, unchanged: 0, refused: lines.length, lines };
    for (const { reason } of importView(report, 0).refused)
      expect([reason, apiTextIn(reason)]).toEqual([reason, []]);
  });

  it.each([
    ['', 0],
    ['500', 500],
    ['-1', 0],
    ['1e3', 0],
    ['99999999', 0],
  ])('takes %j for the lines sent before as %i', (text, skipped) => {
    expect(skippedIn(new URLSearchParams({ skipped: text }))).toBe(skipped);
  });
});
