import { bodyNotAnObject, unreadableBody, describeOperation } from '@governance/http';
import { publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import { modeTexts, unusableAnswers, versionTexts } from '../answer-problems';
import { LaunchPathRequest, LaunchPathResponse, launchPathResponse } from './launch-path.dto';

const { mode } = exampleResult;
const found = launchPathResponse(publishedRubrics.current.launchPath(exampleAnswers, mode));

export const DescribeLaunchPath = describeOperation({
  tag: 'survey-results',
  operationId: 'findLaunchPath',
  summary: 'Find the cheapest path to a launch',
  description: [
    'Returns which answers to raise, and how far, to allow the launch at the least effort. Raising an answer costs the question’s `effortDays` times the number of levels, divided by three. The result is exact: no set of changes costs less. Of equally cheap sets, it is one that changes the fewest answers.',
    'Nothing is stored. Incomplete or invalid answers are refused as in a submission.',
  ].join('\n\n'),
  body: {
    type: LaunchPathRequest,
    examples: {
      complete: {
        summary: 'Every question of the mode is answered',
        value: { mode, answers: exampleAnswers },
      },
    },
  },
  ok: {
    description: 'The cheapest path; without steps when the launch is already allowed.',
    type: LaunchPathResponse,
    examples: { gate: { summary: 'A required control is missing', value: found } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    unusableAnswers,
    {
      kind: 'invalid',
      when: 'Another member is invalid.',
      texts: { ...modeTexts, ...versionTexts },
    },
  ],
});
