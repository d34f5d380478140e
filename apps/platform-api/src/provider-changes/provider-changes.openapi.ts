import { type ProblemDescription } from '@governance/http';

export const unfinishedProviderChange: ProblemDescription = {
  kind: 'conflict',
  when: 'Another request changes the same resource, or died while it did.',
  texts: ['another change of this resource is not finished, try again in a minute'],
};
