import { publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import { unknownResult } from '../../results/result-problems';
import { type ShownResult } from '../result/result-page.service';
import { WhatIfService } from './what-if.service';

const rubric = publishedRubrics.current;
const { mode } = exampleResult;
const { remediation, ...outcome } = rubric.assess(exampleAnswers, mode);
const shown: ShownResult = {
  result: { ...exampleResult, answers: exampleAnswers, outcome },
  rubric,
  remediation,
  launchPath: rubric.launchPath(exampleAnswers, mode),
};
const results = {
  find: (capability: string) =>
    capability === 'ours' ? Promise.resolve(shown) : Promise.reject(unknownResult()),
} as ConstructorParameters<typeof WhatIfService>[0];
const service = new WhatIfService(results);

describe('WhatIfService', () => {
  it('starts from the answers of the result', async () => {
    const { outcome: first, domains } = await service.start('ours');
    expect(first.change).toBe('');
    expect(domains.flatMap(({ questions }) => questions).filter(({ changed }) => changed)).toEqual([]);
  });

  it('counts an answer that the form lacks, or has wrongly, as that of the result', async () => {
    const form = new URLSearchParams({ 'answers.gov-ai-policy': '4', 'answers.__proto__': '3' });
    expect((await service.attempt('ours', form)).outcome.change).toBe('');
  });

  it('makes the changes that are asked for, and no others', async () => {
    const made = await service.attempt('ours', new URLSearchParams({ make: 'path' }));
    expect(made.outcome.launchAllowed).toBe(true);
    const unknown = await service.attempt('ours', new URLSearchParams({ make: 'everything' }));
    expect(unknown.outcome.launchAllowed).toBe(false);
  });

  it('knows no address that we did not make', async () => {
    await expect(service.start('theirs')).rejects.toThrow('there is no such result');
    await expect(service.attempt('theirs', new URLSearchParams())).rejects.toThrow('there is no such result');
  });

  it('ties a number of days that it cannot take to its field', async () => {
    const { daysError, days } = await service.attempt('ours', new URLSearchParams({ days: 'many' }));
    expect({ daysError, days }).toEqual({
      daysError: 'Enter a whole number of days from 1 to 999',
      days: 'many',
    });
  });
});
