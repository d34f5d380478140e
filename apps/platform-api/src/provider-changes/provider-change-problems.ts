import { defineProblem } from '@governance/http';

export const unfinishedProviderChange = defineProblem({
  kind: 'conflict',
  text: 'another change of this resource is not finished, try again in a minute',
  when: 'Another request changes the same resource, or died while it did.',
  remedy: 'Retry; after a crash, the change takes about a minute',
});
