import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem } from './openapi/api-problem.decorator';
import { componentSchema } from './openapi/component-schemas';

const status = { type: 'string', const: 'ok' } as const;

/** spec 2.6 */
const health = componentSchema('Health', ({ name }) => ({
  type: 'object',
  description: 'The process answers.',
  required: name === 'platform' ? ['status', 'environment'] : ['status'],
  properties: {
    status,
    ...(name === 'platform' && {
      environment: { type: 'string', enum: ['development', 'staging', 'production'] },
    }),
  },
  examples: [name === 'platform' ? { status: 'ok', environment: 'production' } : { status: 'ok' }],
}));

const probe = componentSchema('Probe', {
  type: 'object',
  description: 'The answer of a probe is its status code; the body repeats it.',
  required: ['status'],
  properties: { status },
  examples: [{ status: 'ok' }],
});

export function DescribeHealth(): MethodDecorator {
  return applyDecorators(
    ApiTags('health'),
    ApiOperation({
      operationId: 'health',
      summary: 'Is the service there?',
      description: 'Answered from memory: it says nothing about the database, see `/health/ready`.',
    }),
    ApiOkResponse({ description: 'The service is there.', schema: health }),
  );
}

export function DescribeLive(): MethodDecorator {
  return applyDecorators(
    ApiTags('health'),
    ApiOperation({
      operationId: 'live',
      summary: 'Is the process alive?',
      description: 'For the liveness probe of an orchestrator.',
    }),
    ApiOkResponse({ description: 'The process is alive.', schema: probe }),
  );
}

export function DescribeReady(): MethodDecorator {
  return applyDecorators(
    ApiTags('health'),
    ApiOperation({
      operationId: 'ready',
      summary: 'Can the process do its work?',
      description: 'For the readiness probe of an orchestrator. It asks the database.',
    }),
    ApiOkResponse({ description: 'The process can do its work.', schema: probe }),
    ApiProblem({
      kind: 'unavailable',
      when: 'The process cannot do its work now, mostly because the database is out of reach.',
      texts: ['this process is not ready'],
    }),
  );
}
