import { checkUpstreamSecondFactor } from './upstream-second-factor';

describe('the second factor of a provider', () => {
  it('is asserted by values, each named once', () => {
    const asked = { acrValues: ['urn:acme:loa:2', '2', 'urn:acme:loa:2'], amrValues: ['mfa'] };
    expect(checkUpstreamSecondFactor(asked)).toEqual({
      acrValues: ['urn:acme:loa:2', '2'],
      amrValues: ['mfa'],
    });
    expect(checkUpstreamSecondFactor({ acrValues: [], amrValues: ['x'.repeat(200)] }).acrValues).toEqual([]);
  });

  const limits = 'must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces';
  it.each([
    [
      { acrValues: [], amrValues: [] },
      'second_factor must have at least one value in acr_values or amr_values',
    ],
    [{ acrValues: ['canary two'], amrValues: [] }, `second_factor.acr_values ${limits}`],
    [{ acrValues: ['a'], amrValues: [''] }, `second_factor.amr_values ${limits}`],
    [{ acrValues: ['a'], amrValues: ['canäry'] }, `second_factor.amr_values ${limits}`],
    [{ acrValues: ['canary\n'], amrValues: [] }, `second_factor.acr_values ${limits}`],
    [{ acrValues: ['canary'.repeat(50)], amrValues: [] }, `second_factor.acr_values ${limits}`],
    [{ acrValues: Array.from({ length: 11 }, String), amrValues: [] }, `second_factor.acr_values ${limits}`],
  ])('is refused as %j, and the text has no value', (asked, text) => {
    const check = (): unknown => checkUpstreamSecondFactor(asked);
    expect(check).toThrow(text);
    expect(check).not.toThrow('canary');
  });
});
