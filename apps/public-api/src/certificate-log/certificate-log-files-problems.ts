import { defineProblem } from '@governance/http';

export const notInTheLog = defineProblem({
  kind: 'not_found',
  text: 'the certificate log has no such file',
  when: 'The log is empty, or has not grown so far.',
  remedy: 'Read the checkpoint first: its size says which tiles exist',
});
