import { connectionProblems, connectionProblemText } from './connection-problem';

describe('the problems of a provider', () => {
  it('have distinct names and texts', () => {
    expect(new Set(connectionProblems).size).toBe(26);
    expect(new Set(connectionProblems.map(connectionProblemText)).size).toBe(26);
  });

  it('say what is wrong with which document', () => {
    expect(connectionProblemText('keys_tls')).toBe(
      'the key set could not be used: its host has no valid TLS certificate for this name',
    );
    expect(connectionProblemText('issuer_without_tls')).toBe('the issuer must be an https URL');
  });
});
