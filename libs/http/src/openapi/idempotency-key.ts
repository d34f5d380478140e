import { ApiHeader } from '@nestjs/swagger';
import { defineProblem } from './define-problem';

/** Documents the header `Idempotency-Key` of an operation that supports it. `description` explains its effect. */
export function ApiIdempotencyKey(description: string): MethodDecorator {
  return ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description,
    schema: {
      type: 'string',
      pattern: String.raw`^[\x20-\x7e]{16,255}$`,
      examples: ['0f4c2b52-6b5e-4a37-9a5d-6f4f2f4b9d10'],
    },
  });
}

export const invalidIdempotencyKey = defineProblem({
  kind: 'invalid',
  text: 'Idempotency-Key must be 16 to 255 printable ASCII characters',
  when: 'The `Idempotency-Key` is not valid.',
  remedy: 'Use a UUID',
});
