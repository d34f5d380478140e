import { describeOperation } from './openapi/describe-operation';
import { componentSchema } from './openapi/component-schemas';
import { defineProblem } from './openapi/define-problem';

const status = { type: 'string', const: 'ok' } as const;

/** spec 2.6 */
const health = componentSchema('Health', ({ name }) => ({
  type: 'object',
  description: 'The process responds.',
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

export const notReady = defineProblem({
  kind: 'unavailable',
  text: 'this process is not ready',
  when: 'The process is not ready, usually because the database is unavailable.',
  remedy: 'Send requests to another process',
});

export const DescribeHealth = describeOperation({
  tag: 'health',
  operationId: 'health',
  summary: 'Check that the service responds',
  description: 'Answered from memory. It does not check the database: see `/health/ready`.',
  ok: { description: 'The service responds.', schema: health },
});

export const DescribeLive = describeOperation({
  tag: 'health',
  operationId: 'live',
  summary: 'Check that the process is alive',
  description: 'For the liveness probe of an orchestrator.',
  ok: { description: 'The process is alive.', schema: probe },
});

export const DescribeReady = describeOperation({
  tag: 'health',
  operationId: 'ready',
  summary: 'Check that the process is ready',
  description: 'For the readiness probe of an orchestrator. It checks the database.',
  ok: { description: 'The process is ready.', schema: probe },
  problems: [notReady],
});
