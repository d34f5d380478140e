import { defineProblem } from '@governance/http';

export const unknownKey = defineProblem({
  kind: 'not_found',
  text: 'there is no such key',
  when: 'The issuer has no such key.',
  remedy: 'Use the `kid` of the signed object',
});

export const unknownStatusList = defineProblem({
  kind: 'not_found',
  text: 'there is no such status list',
  when: 'No certificate refers to such a list.',
  remedy: 'Use the address in `credentialStatus`',
});
