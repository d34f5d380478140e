import { listedSteps, wantedSteps } from './flow-steps';

const config = { 'loa-max-age': '60', 'loa-condition-level': '2' };
const wanted = wantedSteps([
  { authenticator: 'auth-cookie', requirement: 'ALTERNATIVE' },
  {
    flow: 'forms',
    requirement: 'ALTERNATIVE',
    steps: [
      {
        flow: 'second factor',
        requirement: 'CONDITIONAL',
        steps: [{ authenticator: 'level', requirement: 'REQUIRED', config }],
      },
      { authenticator: 'auth-otp-form', requirement: 'REQUIRED' },
    ],
  },
]);

describe('the steps of a flow', () => {
  it('have a position, and words for everything that matters', () => {
    expect(wanted).toEqual({
      '1': 'auth-cookie ALTERNATIVE',
      '2': 'forms ALTERNATIVE',
      '2.1': 'second factor CONDITIONAL',
      '2.1.1': 'level REQUIRED loa-condition-level=2 loa-max-age=60',
      '2.2': 'auth-otp-form REQUIRED',
    });
  });

  it('are the same from the list of Keycloak', () => {
    const listed = [
      { id: 'a', level: 0, requirement: 'ALTERNATIVE', providerId: 'auth-cookie', displayName: 'Cookie' },
      { id: 'b', level: 0, requirement: 'ALTERNATIVE', displayName: 'forms', authenticationFlow: true },
      {
        id: 'c',
        level: 1,
        requirement: 'CONDITIONAL',
        displayName: 'second factor',
        authenticationFlow: true,
      },
      { id: 'd', level: 2, requirement: 'REQUIRED', providerId: 'level', authenticationConfig: 'x' },
      { id: 'e', level: 1, requirement: 'REQUIRED', providerId: 'auth-otp-form' },
    ];
    expect(listedSteps(listed, new Map([['d', config]]))).toEqual(wanted);
    expect(listedSteps(listed.toSpliced(3, 1), new Map())).not.toEqual(wanted);
  });
});
