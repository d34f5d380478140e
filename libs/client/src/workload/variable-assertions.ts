import { type AssertionSource, noAssertion, type Variables } from './assertion-source';

/** The token in a variable, such as one of `id_tokens` of a GitLab job. It is the same for each call, until it expires. */
export function variableAssertions(variables: Variables, name = 'GOVERNANCE_ID_TOKEN'): AssertionSource {
  return (audience) => {
    const token = variables[name];
    if (token) return Promise.resolve(token);
    return Promise.reject(
      noAssertion(`${name} is not set: add it to \`id_tokens\` of the job, with \`aud: ${audience}\``),
    );
  };
}
