import { type OpenAPIObject, type OperationObject, type ReferenceObject } from '@nestjs/swagger';

/**
 * Documents that a request body has no other members (`additionalProperties: false`). For surfaces that refuse unknown
 * members: a client that validates its requests finds a misspelled member before sending it.
 */
export function closeRequest(document: OpenAPIObject, { requestBody }: OperationObject): void {
  if (requestBody === undefined || '$ref' in requestBody) return;
  for (const { schema } of Object.values(requestBody.content)) {
    if (schema && '$ref' in schema) closeObject(document, schema);
  }
}

function closeObject({ components }: OpenAPIObject, { $ref }: ReferenceObject): void {
  const schema = components?.schemas?.[$ref.split('/').at(-1) ?? ''];
  if (schema && 'type' in schema && schema.type === 'object') schema.additionalProperties = false;
}
