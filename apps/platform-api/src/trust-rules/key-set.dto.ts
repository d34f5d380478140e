/** The OpenAPI schema of an uploaded key set. */
export const keySetSchema = {
  type: 'object',
  properties: { keys: { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 20 } },
  additionalProperties: false,
} as const;
