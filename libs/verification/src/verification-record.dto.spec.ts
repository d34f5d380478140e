import { type ValidRecord, verificationRecord } from '@governance/assessments';
import { exampleResult } from './example-result';
import { verificationRecordResponse } from './verification-record.dto';

const context = { publicBaseUrl: 'https://assess.example.org', now: new Date('2026-12-01T00:00:00.000Z') };
const { id, createdAt, mode, rubric, outcome } = exampleResult;

describe('a verification response', () => {
  it.each([
    { what: 'a certificate', result: { id, createdAt, mode, rubric, ...outcome } },
    { what: 'none', result: undefined },
  ])('has every member of the record for $what', ({ result }) => {
    const record = verificationRecord(id, result, context);
    expect(JSON.parse(JSON.stringify(verificationRecordResponse(record)))).toEqual(record);
  });

  it('omits members that a record must not have', () => {
    const record = verificationRecord(
      id,
      { id, createdAt, mode, rubric, ...outcome },
      context,
    ) as ValidRecord;
    const talkative = { ...record, submitterEmail: 'x', rubric: { ...record.rubric, answers: 'x' } };
    expect(JSON.stringify(verificationRecordResponse(talkative))).toBe(
      JSON.stringify(verificationRecordResponse(record)),
    );
  });
});

describe('the example of the documentation', () => {
  it('is a result of the published rubric that is not ready to launch', () => {
    expect(outcome).toMatchObject({ launchAllowed: false, tier: 'Progressing' });
  });
});
