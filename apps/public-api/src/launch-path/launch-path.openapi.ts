import { ApiProblem, bodyNotAnObject, unreadableBody } from '@governance/http';
import { publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { unusableAnswers } from '../answered-rubric.dto';
import { LaunchPathRequest, LaunchPathResponse } from './launch-path.dto';

const { mode } = exampleResult;
const found = new LaunchPathResponse(publishedRubrics.current.launchPath(exampleAnswers, mode));

export function DescribeLaunchPath(): MethodDecorator {
  return applyDecorators(
    ApiTags('survey-results'),
    ApiOperation({
      operationId: 'findLaunchPath',
      summary: 'Find the cheapest way to a launch',
      description: [
        'Which answers to raise, and how far, so that the launch verdict is allowed at the least effort. A question costs its `effortDays` times the steps raised, divided by three. The answer is exact: no set of changes costs less. Of equally cheap sets one that changes the fewest answers is given.',
        'Nothing is kept. Answers that are no complete assessment are refused as in a submission.',
      ].join('\n\n'),
    }),
    ApiBody({
      type: LaunchPathRequest,
      examples: {
        complete: {
          summary: 'Every question of the mode is answered',
          value: { mode, answers: exampleAnswers },
        },
      },
    }),
    ApiOkResponse({
      description: 'The cheapest way; without steps where launch is allowed already.',
      type: LaunchPathResponse,
      examples: { gate: { summary: 'A launch gate is not met', value: found } },
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, unusableAnswers, {
      kind: 'invalid',
      when: 'Another member is not what it must be.',
      texts: [
        'mode must be one of the following values: msp-self, client-on-behalf',
        'rubricVersion must be a string',
        'rubricVersion is not a published version',
      ],
    }),
  );
}
