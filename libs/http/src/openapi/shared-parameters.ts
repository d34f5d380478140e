import { type OpenAPIObject, type ParameterObject, type ReferenceObject } from '@nestjs/swagger';
import { supportedApiVersions } from '../surface';

/** Parameters of every operation of a surface. */
const sharedParameters = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your id for this request, to find it in logs. An id in another format is replaced.',
    schema: {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      examples: ['nightly-check-2026-11-20'],
    },
  },
  'api-version': {
    name: 'api-version',
    in: 'query',
    required: false,
    description:
      'The version of the surface, as `major.minor`. Pin it: without it, the current default applies.',
    schema: { type: 'string', enum: [...supportedApiVersions], default: '1.0' },
  },
} satisfies Readonly<Record<string, ParameterObject>>;

const folder = '#/components/parameters/';

export function sharedParameter(name: keyof typeof sharedParameters): ReferenceObject {
  return { $ref: folder + name };
}

export function addSharedParameters(document: OpenAPIObject): void {
  const text = JSON.stringify(document);
  const used = Object.entries(sharedParameters).filter(([name]) => text.includes(`"${folder}${name}"`));
  (document.components ??= {}).parameters = Object.fromEntries(used);
}
