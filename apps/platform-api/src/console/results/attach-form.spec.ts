import { ApiError } from '@governance/client';
import { attachProblemOf, capabilityOf } from './attach-form';

const base = 'https://assess.example.org/ai';
const capability = 'PyuMHnpkTQucVQ4fKjtMXQAAAAAAAAAAAAAAAAAAAAAAAAAA';

const sent = { fields: {}, form: new URLSearchParams() };

describe('the form that attaches a result', () => {
  it.each([
    capability,
    ` ${capability}\n`,
    `${base}/results/${capability}`,
    `${base}/results/${capability}/plan.csv?x=1#plan`,
    `HTTPS://Assess.Example.org/ai/results/${capability}`,
    `assess.example.org/ai/results/${capability}`,
    `/results/${capability}`,
  ])('reads the capability in %j', (entered) => {
    expect(capabilityOf(entered, base)).toBe(capability);
  });

  it.each([
    ['', 'Enter the address'],
    ['  ', 'Enter the address'],
    [`https://elsewhere.example/results/${capability}`, 'of another service, elsewhere.example'],
    [`https://assess.example.org.evil.example/ai/results/${capability}`, 'of another service'],
    [`https://assess.example.org/results/${capability}`, 'of another service'],
    [`https://assess.example.org:444/ai/results/${capability}`, 'of another service'],
    [`evil.example/results/${capability}`, 'of another service, evil.example'],
    [`${base}/verify/3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d`, 'page of a certificate'],
    ['3F2B8C1E-7a64-4d0b-9c55-0e1f2a3b4c5d', 'number or the page of a certificate'],
    [`${base}/results/${capability.slice(1)}`, 'a part of it is missing'],
    [`${capability}A`, 'not the address of a result'],
    ['<b>Acme</b>', 'not the address of a result'],
    ['javascript:alert(1)', 'not the address of a result'],
  ])('says what is wrong with %j', (entered, text) => {
    const said = expect.stringContaining(text) as unknown;
    const problem = { status: 400, text: said, errors: [{ field: 'address', text: said }] };
    expect(() => capabilityOf(entered, base)).toThrow(expect.objectContaining({ problem }) as Error);
  });

  it.each([
    [404, 'there is no such result', 'the result was deleted'],
    [409, 'the certificate of this result is withdrawn', 'withdrawn. It no longer counts'],
    [409, 'the organization has 1000 results already: detach one first', 'detach one first.'],
  ])('explains the refusal %i: %s', (status, description, text) => {
    const problem = attachProblemOf(refusal(status, description), sent);
    expect(problem).toMatchObject({ status, text: expect.stringContaining(text) as unknown });
  });

  it('leaves other errors to the page for errors', () => {
    for (const error of [refusal(403, 'no'), refusal(429, 'wait'), refusal(503, 'away'), new Error('other')])
      expect(() => attachProblemOf(error, sent)).toThrow(error);
  });
});

function refusal(status: number, description: string): ApiError {
  const details = { code: undefined, requestId: undefined, retryAfterSeconds: undefined };
  return new ApiError(description, { ...details, status, operation: 'POST /org/results' });
}
